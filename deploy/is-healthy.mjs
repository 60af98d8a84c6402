// node deploy/is-healthy.mjs PORT/PATH [SECONDS]: checks the process of this machine that listens on a port. Exits with 0 once it responds
// with 2xx, with 1 if it does not within SECONDS (a single try without them). The address comes from HOST, as for the processes.
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [asked = '', seconds = '0'] = process.argv.slice(2);
const [, port, path] = /^(\d{1,5})\/([\w-]+)$/.exec(asked) ?? [];
if (port === undefined || !/^\d+$/.test(seconds)) {
  console.error('node deploy/is-healthy.mjs PORT/PATH [SECONDS]');
  process.exit(2);
}
/** A process that listens on all addresses is checked on the loopback address. */
const ALL = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const listens = process.env.HOST || '127.0.0.1';
const host = ALL[listens] ?? listens;
const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}/${path}`;
const ONE_ANSWER_MS = 3_000;
const AGAIN_MS = 250;

/** Returns the problem, or null. */
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
