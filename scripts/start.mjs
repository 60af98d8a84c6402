import { runOnNode24 } from './run.mjs';

runOnNode24('scripts/launch/main.ts', process.argv.slice(2));
