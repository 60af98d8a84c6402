import { runOnNode24 } from './run.mjs';

runOnNode24('scripts/verify.ts', process.argv.slice(2));
