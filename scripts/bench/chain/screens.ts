import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { readyAfter, watchFor } from '../pages/visit.ts';
import { median, rounded } from '../statistics.ts';

/** The item that an address names, and what shows that one can work with the screen. */
type Screen = { item?: string; ready: string };

const FIRST_ROW = 'main tbody tr[data-row]';
const FIRST_FIELD = 'main form :is(input, textarea):enabled';
const list: Screen = { ready: FIRST_ROW };
const form: Screen = { ready: FIRST_FIELD };

/** Every screen behind the sign-in, with an item of the filled chain where it shows one; a word after the address tells what else is waited for. */
const screens: Readonly<Record<string, Screen>> = {
  '/notification': list,
  '/notification/new': form,
  '/notification/new counted': { ready: 'main [data-testid="audience"][data-devices]' },
  '/notification/subscription-stats': { ready: 'main tbody tr' },
  '/notification/$notificationId': { item: 'sent1', ready: 'main [data-testid="standing"]' },
  '/store': list,
  '/store/new': form,
  '/store/$storeId': { ...form, item: 'store1' },
  '/store-group': list,
  '/store-group/new': form,
  '/store-group/$storeGroupId': { ...form, item: 'group1' },
  '/content': list,
  '/content/new': { ready: `main:has([data-testid="who-sees-it"]) form input:enabled` },
  '/content/$contentId': { item: 'item1', ready: `main:has([data-testid="who-sees-it"]) form input:enabled` },
  '/popup': list,
  '/popup/new': form,
  '/popup/$popupId': { ...form, item: 'popup1' },
  '/settings': form,
  '/calendar': { ready: 'main [data-item]' },
  '/preview': { ready: 'main figure' },
  '/evidence': { ready: 'main h1' },
  '/day-sheet': { ready: 'main h1' },
  '/activity': list,
  '/threads': list,
  '/thread/$threadId': { item: 'thread1', ready: 'main [data-role]' },
  '/knowledge': list,
  '/knowledge/new': form,
  '/knowledge/$knowledgeId': { ...form, item: 'known1' },
};

/** Throws when the built page has a screen that is not measured. */
export const mustKnowAllScreens = (): void => {
  const page = readFileSync('apps/web/dist/index.html', 'utf8');
  const built = JSON.parse(/id="endcap-screens">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { screens: Record<string, unknown> };
  const unknown = Object.keys(built.screens).filter((path) => !path.startsWith('/login') && !(path in screens));
  if (unknown.length > 0) throw new Error(`The bench does not know the screens ${unknown.join(', ')}.`);
};

/** Seconds from the address to readiness with nothing in the cache, the median of some visits; `only` a part of the screens. */
export const readySeconds = async (
  browser: Browser,
  { adminUrl, session, runs, only }: { adminUrl: string; session: string; runs: number; only: string },
): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  for (const [path, { item = '', ready }] of Object.entries(screens).filter(([name]) => name.startsWith(only))) {
    const seconds: number[] = [];
    for (let n = 0; n < runs; n += 1) {
      const context = await browser.newContext({ storageState: session, viewport: { width: 1400, height: 900 } });
      const page = await context.newPage();
      await page.addInitScript(watchFor, ready);
      await page.goto(adminUrl + path.replace(/\$\w+| .*/, item), { waitUntil: 'commit' });
      seconds.push(await readyAfter(page));
      await context.close();
    }
    figures[path] = rounded(median(seconds));
    console.error(`${path} | ${seconds.map((one) => rounded(one)).join(' ')}`);
  }
  return figures;
};
