import { runOnNode24 } from './with-node24.mjs';

runOnNode24('scripts/launch/main.ts', process.argv.slice(2));
