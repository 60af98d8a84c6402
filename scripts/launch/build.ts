import { versionText } from '../../apps/server/src/platform/build.ts';
import { buildWeb } from './web-build.ts';
import { writeBuild } from './write-build.ts';

console.log((await buildWeb()) ? 'The page was built into apps/web/dist.' : 'The page in apps/web/dist is of these sources already.');
console.log(`This is Endcap ${versionText(writeBuild())}.`);
