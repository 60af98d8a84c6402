// npm run keep-release -- [COMMIT]: keeps the server of a release for the test of the next one (docs/operations/upgrading.md).
import { commitOf, keepRelease } from './last-release.ts';

keepRelease(process.argv[2] ?? 'HEAD');
console.log(`The last release is now ${commitOf()}. Write it into docs/operations/upgrading.md.`);
