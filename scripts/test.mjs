import { runOnNode24 } from './run.mjs';

runOnNode24('scripts/test/main.ts', process.argv.slice(2));
