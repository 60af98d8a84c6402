import { setTimeout as sleep } from 'node:timers/promises';
import { EVERYTHING, fillPath } from '@endcap/contract/core';
import { readPerson, sessionRoutes } from '@endcap/contract/session';
import { storeRoutes } from '@endcap/contract/stores';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { dayAhead } from './days.ts';
import { waitForRoutes } from './wait-for-routes.ts';

export type Urls = {
  adminUrl: string;
  appUrl: string;
  issuer: string;
  phoneUrl: string;
  gatewayControlUrl: string;
  databaseUrl: string;
  filesFolder: string;
};
const products: Urls[] = JSON.parse(process.env['E2E'] ?? '[{}]');
/** Addresses of the product instance that belongs to this test worker. */
export const urls = products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)] as Urls;

export const editor = '/api/v1/notification-editor';

/** Signs in through the identity provider, as a person would. */
export const signIn = async (page: Page, person: string): Promise<void> => {
  await page.goto(`${urls.adminUrl}/login`);
  await page.getByRole('button', { name: /^(Log In|Zaloguj się)$/ }).click();
  await page.locator(`button[value="${person}"]`).click();
  await page.waitForURL(/\/notification/);
};

/** Returns a session in the page's format, with its own token. `until`: its end in milliseconds since 1970, for pages with a set clock. */
export const sessionOf = async (person: string, until?: number): Promise<string> => {
  const accessToken = await tokenOf(person);
  const userInfo = await (await fetch(`${urls.issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } })).json();
  const { exp }: { exp: number } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  return JSON.stringify({ accessToken, idToken: null, expiresAt: until ?? exp * 1000, person: readPerson('endcap', userInfo) });
};

/** Opens a screen as a person with an existing session and a token of its own. sign-in.spec.ts tests the sign-in itself. */
export const openAs = async (page: Page, person: string, address = `${urls.adminUrl}/notification`, until?: number): Promise<void> => {
  const session = await sessionOf(person, until);
  // Registers the sign-in, so that others see the person's name.
  const { status } = await callAs(person, sessionRoutes.registerLogin.path, { method: sessionRoutes.registerLogin.method });
  expect(status).toBe(204);
  const script = await page.addInitScript(
    ([origin, value]) => void (location.origin === origin && localStorage.setItem('endcap.session', value)),
    [new URL(urls.adminUrl).origin, session] as const,
  );
  await page.goto(address);
  // From here on the page manages the session: later navigations must not restore it.
  await script.dispose();
};

/** Ends the session of the page as an expiry does, without a sign-out. */
export const endSession = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.removeItem('endcap.session');
    dispatchEvent(new StorageEvent('storage', { key: 'endcap.session' }));
  });

/** Sets the language of this page's documents before their scripts run. */
export const speak = async (page: Page, language: 'pl' | 'en'): Promise<void> => {
  await page.addInitScript((chosen) => localStorage.setItem('endcap.language', JSON.stringify(chosen)), language);
};

/** Waits until the page is on the sign-in screen, and checks that the storage has no such keys. */
export const expectSignedOutWithout = async (page: Page, keys: RegExp): Promise<void> => {
  await expect(async () => {
    const [path, ...stored] = await page.evaluate(() => [location.pathname, ...Object.keys(localStorage)]);
    expect([path, ...stored.filter((key) => keys.test(key))]).toEqual(['/login']);
  }).toPass();
};

/** Clears the page's storage and the cookies of the context. */
export const clearBrowserData = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
};

export const tokenOf = async (person: string): Promise<string> => {
  const { token }: { token: string } = await (await fetch(`${urls.issuer}/sandbox/token?person=${person}`)).json();
  return token;
};

/** People of the demo chain, whom no test changes. */
const DEMO_PEOPLE = new Set(['admin', 'staff-1', 'staff-2', 'no-store']);
const tokens = new Map<string, Promise<string>>();
/** Caches one token for each demo person: a new token costs a signature and a user info request. */
const cachedTokenOf = (person: string): Promise<string> => {
  if (!DEMO_PEOPLE.has(person)) return tokenOf(person);
  const token = tokens.get(person) ?? tokenOf(person);
  tokens.set(person, token);
  return token;
};

const BUSY_MS = 1_000;

/** Calls the staff API as a person. Retries every second while a busy server answers 503 with `Retry-After`. */
export const callAs = async (
  person: string,
  path: string,
  init: { method?: string; body?: unknown; store?: string } = {},
): Promise<{ status: number; body: never }> => {
  const response = await fetch(`${urls.adminUrl}${path}`, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${await cachedTokenOf(person)}`,
      ...(init.store && { 'x-store-id': init.store }),
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
  const body = (await response.json().catch(() => undefined)) as never;
  if (response.status !== 503 || !response.headers.has('retry-after')) return { status: response.status, body };
  await sleep(BUSY_MS);
  return callAs(person, path, init);
};

export type Route<T> = { method: string; path: string; reply: { parse: (body: unknown) => T } };
type CallOptions = { params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown };

/** Calls a route of the staff API as a person and returns the reply, parsed by the contract. */
export const read = async <T>(person: string, route: Route<T>, { params, query, body }: CallOptions = {}): Promise<T> => {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const answer = await callAs(person, `${fillPath(route.path, params)}?${search}`, { method: route.method, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return route.reply.parse(answer.body);
};

export const allStores = async () => (await read('admin', storeRoutes.list, { query: EVERYTHING })).items;

/** Makes a store; other specs count on the demo chain's numbers 101 to 140. */
export const aStore = async (facts: Record<string, unknown>): Promise<{ _id: string; name: string }> => {
  const { status, body } = await callAs('admin', '/api/v1/store-editor', {
    method: 'POST',
    body: { street: 'ul. Testowa 1', city: 'Hel', zipCode: '84-150', latitude: 54.6, longitude: 18.8, openingHours: '6–22', ...facts },
  });
  expect(status).toBe(201);
  return body as { _id: string; name: string };
};

/** Saves a screenshot to test-results/screens in runs of named files and with SCREENS=1. Whole runs save none. */
export const photograph = async (page: Page, name: string, { fullPage = false } = {}): Promise<void> => {
  if (process.env['SCREENS']) await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
};

/** Ends transitions and animations: colours on their way from one scheme to the other have no contrast yet. */
export const stopMotion = async (page: Page): Promise<void> => {
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important; animation: none !important; }' });
};

/**
 * Checks a state of a screen that every-screen.spec.ts does not have: axe finds nothing, nothing scrolls sideways at three widths. The dark
 * scheme has other colours and nothing else, so there only contrast is checked.
 */
export const expectPresentable = async (page: Page, name: string): Promise<void> => {
  await stopMotion(page);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expectAccessible(page, scheme === 'dark' ? ['color-contrast'] : undefined);
    if (scheme === 'dark' && !process.env['SCREENS']) continue;
    for (const width of [768, 360, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await photograph(page, `${name}-${width}-${scheme}`, { fullPage: true });
    }
  }
};

/** By how many pixels the page is wider than the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  // An open list of choices follows a change of width in the next frames.
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
};

/** Longer than a test takes on a busy machine. */
const LONGEST_MS = 5 * 60_000;

type Fixtures = { problems: string[]; wholeDay: void; ownContext: boolean };

/** Returns whether a page uses the real clock. A clock set by a test cannot be reset. */
const hasRealClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'));

/** Resets a context, except for a blank page and the browser's cached files. Returns false if a test replaced the clock. */
const cleanse = async (context: BrowserContext, blank: Page): Promise<boolean> => {
  await Promise.all(context.pages().map((page) => page !== blank && page.close({ runBeforeUnload: false })));
  if (!(await hasRealClock(blank))) return false;
  const cdp = await context.newCDPSession(blank);
  for (const url of [urls.adminUrl, urls.appUrl, urls.issuer, urls.phoneUrl])
    await cdp.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  await cdp.detach();
  return true;
};

type Shared = { get: () => Promise<BrowserContext>; giveBack: (context: BrowserContext) => Promise<void> };

export const test = base.extend<Fixtures, { shared: Shared }>({
  /** Gives the test its own context without cached page files, for tests about loading them. */
  ownContext: [false, { option: true }],
  // Tests of a worker share a context with the page's compiled files, which saves a third of the cost of opening a page.
  shared: [
    async ({ browser }, use, { project }) => {
      const { locale = 'en-US', timezoneId = 'UTC', viewport = null, contextOptions } = project.use;
      let open: { context: BrowserContext; blank: Page } | null = null;
      await use({
        get: async () => {
          if (open) return open.context;
          const context = await browser.newContext({ ...contextOptions, locale, timezoneId, viewport });
          // Disables preloading of screens (D-49), a tenth of the suite's CPU time. Tests with a context of their own preload.
          await context.addInitScript(() => Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', { value: true }));
          open = { context, blank: await context.newPage() };
          return context;
        },
        giveBack: async (used) => {
          if (open && (await cleanse(used, open.blank))) return;
          open = null;
          await used.close();
        },
      });
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, shared, ownContext, locale, deviceScaleFactor, actionTimeout }, use, { project: { use: defaults } }) => {
    const isShared = !ownContext && locale === defaults.locale && deviceScaleFactor === defaults.deviceScaleFactor;
    // `newContext` applies the options of the test.
    const context = isShared ? await shared.get() : await browser.newContext();
    context.setDefaultTimeout(actionTimeout ?? 0);
    await use(context);
    await (isShared ? shared.giveBack(context) : context.close());
  },
  // The server validates plans for today or tomorrow by the real clock. A test that could run past midnight in Warsaw therefore starts
  // after midnight. Midnight itself is tested with fake clocks.
  wholeDay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs
    async ({}, use, info) => {
      const today = dayAhead(0);
      if (warsawDay(new Date(Date.now() + LONGEST_MS)) !== today) {
        info.setTimeout(info.timeout + LONGEST_MS);
        await expect.poll(() => dayAhead(0), { timeout: 2 * LONGEST_MS }).not.toBe(today);
      }
      await use();
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    waitForRoutes(page);
    await use(page);
  },
  // No page may write an error to the console or throw.
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on(
        'console',
        (message) => message.type() === 'error' && !/Failed to load resource/.test(message.text()) && problems.push(message.text()),
      );
      await use(problems);
      // Drop requests that route handlers are still fetching for the page (D-54).
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
