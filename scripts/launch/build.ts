import { buildWeb } from './web-build.ts';

console.log((await buildWeb()) ? 'The page was built into apps/web/dist.' : 'The page in apps/web/dist is of these sources already.');
