import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { buildWeb } from '../scripts/launch/web-build.ts';
import { startProduct } from '../scripts/test/running-product.ts';
import { gates } from './gates.ts';
import { browserOptions } from './browser-options.ts';
import { keyCosts } from './pages/typing.ts';
import { type Screen, screens, shownItem } from './pages/screens.ts';
import { coldVisits, warmVisits } from './pages/visit.ts';
import { signedIn } from './signed-in.ts';
import { median, rounded } from './statistics.ts';

const RUNS = 5;

const medians = <Key extends string>(runs: readonly Record<Key, number>[], keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, rounded(median(runs.map((run) => run[key])))])) as Record<Key, number>;

const measured = async (browser: Browser, adminUrl: string, session: string, screen: Screen) => ({
  cold: medians(await coldVisits(browser, adminUrl, session, screen, RUNS), ['painted', 'ready', 'requests', 'scripts', 'styles', 'fonts']),
  warm: medians(await warmVisits(adminUrl, session, screen, RUNS), ['painted', 'ready', 'requests']),
});

/**
 * Measures screens on a slow device: headless Chromium with a processor four times slower and DevTools' Fast 3G. Figures: seconds to the
 * first paint and to readiness, with a cold and a warm cache; gzipped kilobytes until then; main-thread milliseconds per key, and of the
 * longest task. Arguments: names of screens to measure; with `typing` before them, or alone, it measures only the cost of keys.
 */
export const benchPages = async (wanted: readonly string[] = []) => {
  await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100' } });
  const browser = await chromium.launch(browserOptions());
  const [typingAlone, named] = wanted[0] === 'typing' ? [true, wanted.slice(1)] : [false, wanted];
  try {
    const file = await signedIn(browser, product.adminUrl);
    const itemId = await shownItem(browser, product.adminUrl, file);
    const figures: Record<string, Awaited<ReturnType<typeof measured>>> = {};
    const chosen = screens(itemId).filter(({ name }) => named.length === 0 || named.includes(name));
    if (!typingAlone) for (const screen of chosen) figures[screen.name] = await measured(browser, product.adminUrl, file, screen);
    const keys: Awaited<ReturnType<typeof keyCosts>> =
      typingAlone || named.length === 0 ? await keyCosts(browser, product.adminUrl, file, chosen) : {};
    const { list, content, editor, send } = figures;
    return {
      bench: 'pages',
      runs: RUNS,
      throttled: 'processor 1/4, 1.6 Mbit/s down, 750 kbit/s up, 562.5 ms a request',
      screens: figures,
      keys,
      gates: gates([
        ['list: painted', list?.cold.painted, 1.5],
        ['list: ready', list?.cold.ready, 3],
        ['list: ready, warm', list?.warm.ready, 1],
        ['list: scripts', list?.cold.scripts, 200],
        ['list: requests', list?.cold.requests, 15],
        ['list: fonts', list?.cold.fonts, 60],
        ['content: painted', content?.cold.painted, 1.5],
        ['editor: painted', editor?.cold.painted, 1.5],
        ['editor: ready', editor?.cold.ready, 4.5],
        ['editor: ready, warm', editor?.warm.ready, 1.5],
        // In total, so that moving code from the list to a form is no gain.
        ['editor: scripts', editor?.cold.scripts, 300],
        ['editor: requests', editor?.cold.requests, 25],
        ['send: scripts', send?.cold.scripts, 300],
        ['send: requests', send?.cold.requests, 25],
        ['send: a key', keys['send']?.key, 30],
        ['editor: a key', keys['editor']?.key, 30],
        // Typed text appears with the key press (issue 18).
        ...Object.entries(keys).map(([name, { longestTask }]) => [`${name}: longest task while typing`, longestTask, 50] as const),
      ]),
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
