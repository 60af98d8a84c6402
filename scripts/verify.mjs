import { runOnNode24 } from './with-node24.mjs';

runOnNode24('scripts/verify.ts', process.argv.slice(2));
