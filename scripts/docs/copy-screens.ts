// node scripts/run.mjs scripts/docs/copy-screens.ts: copies the README's pictures from the screenshots of the browser tests.
import { copyFileSync, statSync } from 'node:fs';

const pictures = ['send-notification', 'notification-details', 'content-editor', 'history-compare', 'phone-feed'];
/** Largest size of a picture in bytes, so that the README loads fast. */
const MOST = 250_000;

for (const picture of pictures) {
  const taken = `test-results/screens/${picture}.png`;
  if (statSync(taken).size > MOST) throw new Error(`${taken} is larger than ${MOST} bytes`);
  copyFileSync(taken, `docs/screens/${picture}.png`);
}
