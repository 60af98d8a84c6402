import { versionText } from '../../apps/server/src/platform/build.ts';
import { buildWeb } from './web-build.ts';
import { writeBuild } from './write-build.ts';

const printed = await buildWeb();
console.log(
  printed === null ? 'The page in apps/web/dist is of these sources already.' : `${printed}The page was built into apps/web/dist.`,
);
console.log(`This is Endcap ${versionText(writeBuild())}.`);
