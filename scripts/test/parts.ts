import { fork } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { verify } from '../verify.ts';
import { runBrowserTests } from './browser-tests.ts';
import { findPostgres } from './find-postgres.ts';
import { type Tally, timed } from './tally.ts';
import { runVitest } from './vitest-run.ts';

/** Tests of properties, with many more cases than in a run of every change. */
const properties = (): Promise<Tally> => {
  process.env['PROPERTY_CASES'] = '10000';
  const drawing = globSync('{packages,apps,scripts}/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter((file) =>
    readFileSync(file, 'utf8').includes("from 'fast-check'"),
  );
  return runVitest(['unit', 'unit-isolated', 'database'], drawing);
};
/** Every database test on the PostgreSQL that most servers have, Debian's: another version than the embedded one, with JIT (E-70). */
const onDebian = async (): Promise<Tally> => {
  const bin = findPostgres();
  if (bin === null) {
    console.log('There is no Debian package of PostgreSQL for this system: the database tests on it are left out.');
    return { passed: 0, failures: [] };
  }
  process.env['ENDCAP_TEST_POSTGRES_BIN'] = bin;
  const tally = await runVitest(['database']).finally(() => delete process.env['ENDCAP_TEST_POSTGRES_BIN']);
  return { ...tally, failures: tally.failures.map((failure) => `on ${bin}: ${failure}`) };
};
/** Every form under React's StrictMode, as `npm run dev` draws it. */
const strictForms = async (): Promise<Tally> => {
  process.env['REACT_STRICT_MODE'] = '1';
  const tally = await runVitest(['forms']).finally(() => delete process.env['REACT_STRICT_MODE']);
  return { ...tally, failures: tally.failures.map((failure) => `in StrictMode: ${failure}`) };
};
const both = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failures: [...one.failures, ...other.failures],
  times: [...(one.times ?? []), ...(other.times ?? [])],
  waits: [...(one.waits ?? []), ...(other.waits ?? [])],
});

const parts = {
  verify: () => verify(),
  // Rules and the forms that show them: neither needs a server or a browser.
  unit: (...files: string[]) => runVitest(['unit', 'unit-isolated', 'forms'], files),
  database: (...files: string[]) => runVitest(['database'], files),
  nightly: async (...files: string[]) => {
    const [browser, others] = [files.filter((file) => file.startsWith('e2e/')), files.filter((file) => !file.startsWith('e2e/'))];
    const isAll = files.length === 0;
    const runs = [
      ...(isAll || others.length > 0 ? [() => runVitest(['nightly'], others)] : []),
      ...(isAll ? [onDebian, properties, strictForms] : []),
      ...(isAll || browser.length > 0 ? [() => runBrowserTests(browser, { isNightly: true })] : []),
    ];
    let tally: Tally = { passed: 0, failures: [] };
    for (const run of runs) tally = both(tally, await run());
    return tally;
  },
  browser: (...files: string[]) => runBrowserTests(files),
};
export type Part = keyof typeof parts;

/** Runs a part in this process. */
export const runPart = async (name: Part, files: readonly string[] = []): Promise<Tally> => {
  const tally = await timed(() => parts[name](...files));
  console.log(`${name}: ${tally.passed} passed, ${tally.failures.length} failed in ${tally.seconds.toFixed(1)} s\n`);
  return tally;
};

/** Runs a part in a process of its own. Its output is passed to `print`. */
export const startPart = (name: Part, print: (text: Buffer) => void, files: readonly string[] = []): Promise<Tally> =>
  new Promise((resolve) => {
    let tally: Tally | undefined;
    const child = fork('scripts/test/main.ts', [name, ...files], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', print);
    child.on('message', (message: Tally) => (tally = message));
    child.on('close', (code, signal) => resolve(tally ?? { passed: 0, failures: [`it ended with ${signal ?? code} before it was done`] }));
  });
