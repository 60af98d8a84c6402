// Runs the Playwright suite of e2e/ against the running product.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildWeb } from '../launch/web-build.ts';
import { findBrowser } from './find-browser.ts';
import { startProduct } from './running-product.ts';
import type { Tally } from './vitest-run.ts';

const REPORT = resolve('test-results/browser.json');

export const runBrowserTests = async (files: readonly string[] = []): Promise<Tally> => {
  const executable = findBrowser();
  mkdirSync('test-results', { recursive: true });
  rmSync(REPORT, { force: true });
  await buildWeb();
  const product = await startProduct({ env: { SEED_DEVICES: '3000' } });
  try {
    const { adminUrl, appUrl, issuer, phoneUrl, gatewayControlUrl } = product;
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(
        process.execPath,
        ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...files],
        {
          stdio: 'inherit',
          env: {
            ...process.env,
            CHROMIUM_PATH: executable,
            PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
            E2E: JSON.stringify({ adminUrl, appUrl, issuer, phoneUrl, gatewayControlUrl }),
          },
        },
      );
      child.on('exit', resolve);
    });
    const { stats } = JSON.parse(readFileSync(REPORT, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky || (code === 0 ? 0 : 1) };
  } finally {
    await product.stop();
  }
};

if (process.argv[1]?.endsWith('browser-tests.ts')) {
  const { passed, failed } = await runBrowserTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
