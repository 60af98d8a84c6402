import { runOnNode24 } from './with-node24.mjs';

runOnNode24('scripts/test/main.ts', process.argv.slice(2));
