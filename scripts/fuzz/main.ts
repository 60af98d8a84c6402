// node scripts/run.mjs fuzz [REQUESTS] [SEED]: starts the product and sends generated requests of all callers to every route.
// Exits with 1 when a response was 5xx, broke its schema or took longer than two seconds, or when a process was restarted.
// `--help` prints the usage.
import { spawnSync } from 'node:child_process';
import { everyRoute } from '../../apps/server/test/every-route.ts';
import { parseOrExit, wholeNumbers } from '../launch/command.ts';
import { openRunFolder } from '../test/run-folder.ts';
import { startProduct } from '../test/running-product.ts';
import { callersAt, uploadFiles } from './callers.ts';
import { fuzz, SLOW_MS } from './fuzz.ts';
import { tokenOf } from '../test/token-of.ts';

const SERVICE_TOKEN = 'service-token-of-the-fuzz-0123456789';
const HELP = `node scripts/run.mjs fuzz [REQUESTS] [SEED]

Starts the product with a database of its own and sends so many drawn requests (50000) to every route by everybody; the same seed draws the same ones.

--help  says this

Ends with 0; with 1 when an answer was 5xx, broke its schema or took longer than two seconds, or when a process was started again; with 2 when it was asked for
something else.`;
const { count, seed } = parseOrExit('fuzz', HELP, (words) => {
  const problem = wholeNumbers(words, ['REQUESTS', 'SEED']);
  const [count = 50_000, seed = Math.floor(Math.random() * 2 ** 31)] = words.map(Number);
  return problem ?? { count, seed };
});

openRunFolder();
const unlimited = '1000000';
const product = await startProduct({
  env: {
    ENDCAP_SEED_DEVICES: '200',
    ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN,
    ENDCAP_APP_RATE_LIMIT: unlimited,
    ENDCAP_APP_REGISTRATION_LIMIT: unlimited,
    ENDCAP_APP_QUESTION_LIMIT: unlimited,
    ENDCAP_TEST_SEND_LIMIT: unlimited,
    ENDCAP_TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'silent',
  },
});
/** Returns the ids of the processes that the launcher keeps running. The pattern excludes its short-lived children. */
const processes = (): string[] =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(product.launcher.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => /processes\/|sandbox\/|postgres/.test(line))
    .map((line) => Number.parseInt(line, 10).toString());
try {
  const { adminUrl, appUrl, issuer } = product;
  const before = processes();
  const targets = { adminUrl, appUrl, tokenOf: (person: string) => tokenOf(issuer, person), serviceToken: SERVICE_TOKEN };
  const files = await uploadFiles(targets);
  const { found, ...figures } = await fuzz({
    adminUrl,
    appUrl,
    routes: await everyRoute(),
    callers: callersAt(targets),
    files,
    count,
    seed,
  });
  const after = new Set(processes());
  const restarts = before.filter((pid) => !after.has(pid)).length;
  for (const one of found) console.log(JSON.stringify(one));
  console.log(JSON.stringify({ ...figures, found: found.length, restarts }));
  process.exitCode = found.length > 0 || restarts > 0 || figures.slowestMs > SLOW_MS ? 1 : 0;
} finally {
  await product.stop();
}
process.exit();
