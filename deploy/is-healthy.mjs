// node deploy/is-healthy.mjs URL [SECONDS]: ends with 0 once URL answers with 2xx, with 1 if it did not within so many seconds (once, if none are given).
import { setTimeout as sleep } from 'node:timers/promises';

const [url, seconds = '0'] = process.argv.slice(2);
if (!URL.canParse(url) || !/^\d+$/.test(seconds)) {
  console.error('node deploy/is-healthy.mjs URL [SECONDS]');
  process.exit(2);
}
const ONE_ANSWER_MS = 3_000;
const AGAIN_MS = 250;

/** What is wrong, or null. */
const wrongWith = async () => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ONE_ANSWER_MS) });
    return answer.ok ? null : `${answer.status} ${(await answer.text()).slice(0, 200)}`;
  } catch (error) {
    return error.cause?.code ?? error.message;
  }
};

const until = performance.now() + Number(seconds) * 1_000;
for (;;) {
  const wrong = await wrongWith();
  if (wrong === null) process.exit(0);
  if (performance.now() >= until) {
    console.error(`${url}: ${wrong}`);
    process.exit(1);
  }
  await sleep(AGAIN_MS);
}
