// node scripts/run.mjs scripts/docs/copy-screens.ts: the README's pictures, out of those that the browser tests took.
import { copyFileSync, statSync } from 'node:fs';

const pictures = ['send-notification', 'notification-details', 'content-editor', 'history-compare', 'phone-feed'];
/** Nobody waits for a README, bytes. */
const MOST = 250_000;

for (const picture of pictures) {
  const taken = `test-results/screens/${picture}.png`;
  if (statSync(taken).size > MOST) throw new Error(`${taken} is larger than ${MOST} bytes`);
  copyFileSync(taken, `docs/screens/${picture}.png`);
}
