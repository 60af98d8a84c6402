// Runs the Playwright suite of e2e/ against the running product.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { DATABASE } from '../launch/settings.ts';
import { buildWeb } from '../launch/web-build.ts';
import { findCluster } from '../postgres/cluster.ts';
import { findBrowser } from './find-browser.ts';
import { patienceOf } from './patience.ts';
import { startProduct } from './running-product.ts';
import type { Tally, Timed } from './tally.ts';

/** Drills run beside the other browser tests, so each has a folder of its own, with the report and the screenshots of failures. */
const foldersOf = (isNightly: boolean) => {
  const folder = resolve('test-results', isNightly ? 'browser-nightly' : 'browser');
  return { folder, report: `${folder}.json`, waits: `${folder}-waits.json` };
};

/** Browsers at once, each with a product of its own: settings are one for a whole chain, and lists show what every test made. */
const BROWSERS = 2;

type Failing = { message?: string; location?: { line: number } };
type Result = { duration: number; errors: Failing[] };
type Spec = { title: string; ok: boolean; line: number; tests: { status: string; results: Result[] }[] };
type Suite = { file: string; suites?: Suite[]; specs: Spec[] };
type Report = { suites: Suite[]; errors: { message?: string }[]; stats: { expected: number } };

/** The line and the first words of the reason, for callers that store only the end of the output. */
const why = (results: readonly Result[]): string =>
  results
    .flatMap(({ errors }) => errors)
    .slice(0, 2)
    .map(
      ({ message = '', location }) =>
        `(line ${location?.line ?? '?'}) ${stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 250)}`,
    )
    .join('; ');

type Ran = Timed & { ok: boolean; why: string; isLeftOut: boolean };
const ranIn = ({ file, suites = [], specs }: Suite): Ran[] => [
  ...specs.map(({ title, line, ok, tests }) => ({
    test: `e2e/${file}:${line} › ${title}`,
    ok,
    why: ok ? '' : why(tests.flatMap(({ results }) => results)),
    isLeftOut: tests.some(({ status }) => status === 'skipped'),
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(ranIn),
];

/** Runs browser tests: all but the drills, some files, or drills. */
export const runBrowserTests = async (files: readonly string[] = [], { isNightly = false } = {}): Promise<Tally> => {
  const executable = findBrowser();
  mkdirSync('test-results', { recursive: true });
  const { folder, report, waits } = foldersOf(isNightly);
  for (const file of [report, waits]) rmSync(file, { force: true });
  await buildWeb();
  // Drills run beside the other browser tests, and one browser is enough for them.
  const browsers = isNightly ? 1 : BROWSERS;
  const products = await Promise.all(
    Array.from({ length: browsers }, () => startProduct({ env: { ENDCAP_SEED_DEVICES: '3000', ENDCAP_TEST_SEND_LIMIT: '1000' } })),
  );
  try {
    const addresses = products.map(({ adminUrl, appUrl, issuer, phoneUrl, gatewayControlUrl, folder }) => ({
      adminUrl,
      appUrl,
      issuer,
      phoneUrl,
      gatewayControlUrl,
      // For further processes on the same data.
      databaseUrl: findCluster(folder)?.(DATABASE),
      filesFolder: `${folder}/files`,
    }));
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(
        process.execPath,
        ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...files],
        {
          stdio: 'inherit',
          env: {
            ...process.env,
            CHROMIUM_PATH: executable,
            ...(isNightly ? { NIGHTLY: '1' } : files.length > 0 && { SCREENS: '1' }),
            RESULTS_FOLDER: folder,
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
            WAITS_FILE: waits,
            E2E: JSON.stringify(addresses),
            PATIENCE: JSON.stringify(patienceOf(isNightly ? 8 : 1)),
          },
        },
      );
      child.on('exit', resolve);
    });
    const { suites, errors, stats } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const ran = suites.flatMap(ranIn);
    const failures = [
      ...ran.filter(({ ok }) => !ok).map((one) => `${one.test}: ${one.why}`),
      ...ran.filter(({ isLeftOut }) => isLeftOut).map(({ test }) => `${test}: left out`),
      ...errors.map(({ message }) => message ?? 'an error outside the tests'),
    ];
    return {
      passed: stats.expected,
      failures: code === 0 || failures.length > 0 ? failures : [`Playwright ended with ${code}`],
      times: ran,
      waits: JSON.parse(readFileSync(waits, 'utf8')) as Timed[],
    };
  } finally {
    await Promise.all(products.map((product) => product.stop()));
  }
};
