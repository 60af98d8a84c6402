// What holds on every screen, whatever it is about.
import { threadRoutes } from '@endcap/contract/assistant';
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Locator, Page, Route } from '@playwright/test';
import { contentScreen, create } from './content.ts';
import { allStores, callAs, expect, expectNoSidewaysScroll, openAs, read, speak, test, urls } from './product.ts';

const lists = [
  'notification',
  'notification/subscription-stats',
  'threads',
  'knowledge',
  'store',
  'store-group',
  'content',
  'popup',
  'activity',
];
const forms = ['notification/new', 'knowledge/new', 'store/new', 'store-group/new', 'content/new', 'popup/new', 'settings'];
/** Those that show one item, which the demo chain has. */
const details = async (): Promise<string[]> => {
  const [sent] = (await read('admin', notificationRoutes.list)).items;
  const [thread] = (await read('admin', threadRoutes.list)).items;
  return [`notification/${sent?._id}`, `thread/${thread?.threadId}`];
};
const sheets = async (): Promise<string[]> => [
  'day-sheet',
  `day-sheet?store=${(await allStores()).find(({ storeNo }) => storeNo === 101)?._id}`,
];
/** What customers saw a moment ago: before the chain began nobody saw anything. */
const proof = (): string => `evidence?at=${new Date(Date.now() - 1_000).toISOString()}`;
const everyScreen = async (): Promise<string[]> => [
  ...lists,
  'calendar',
  'preview',
  'evidence',
  proof(),
  ...(await sheets()),
  ...forms,
  ...(await details()),
];
const shown = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${urls.adminUrl}/${path}`);
  await shown(page);
};

test.afterAll(async () => {
  for (const { _id, name } of (await callAs('admin', '/api/v1/content-editor/list?name=Każdy%20ekran')).body['items'] as {
    _id: string;
    name: string;
  }[])
    if (name.startsWith('Każdy ekran')) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
});

test(
  'at 200 % nothing scrolls sideways, what has the focus is seen, and no way back calls itself the present page',
  { tag: ['@NFR-05', '@ux-24', '@WCAG-1.3.1'] },
  async ({ browser }) => {
    // What a window of 1280 × 900 has left at twice the size.
    const page = await browser.newPage({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
    await speak(page, 'pl');
    await openAs(page, 'admin');
    const screens = await everyScreen();
    for (const path of screens) {
      await open(page, path);
      await expectNoSidewaysScroll(page);
      const current = page.getByRole('main').locator('a[aria-current="page"]');
      const leadsTo = await current.evaluateAll((links: HTMLAnchorElement[]) => links.map((link) => link.pathname));
      expect.soft([...new Set(leadsTo)], path).toEqual(leadsTo.length > 0 ? [new URL(page.url()).pathname] : []);
      // The last that can be reached lies under neither the top bar nor an editor's.
      const last = page.getByRole('main').locator('a[href]:visible, button:enabled:visible, input:not([type=file]):enabled:visible').last();
      const isSeen = (): Promise<boolean> =>
        last.evaluate((element: HTMLElement) => {
          // What comes later moves it, or is the last itself.
          element.blur();
          element.focus();
          const { left, top, width, height } = element.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height / 2);
          return at !== null && (element.contains(at) || (at.closest('label, tr')?.contains(element) ?? false));
        });
      await expect.poll(isSeen, path).toBe(true);
    }
    await page.close();
  },
);

/** Notes whatever moves, appears or leaves, with its milliseconds; what only changes its colour, or turns while somebody waits, is neither. */
const watchMotion = (): void => {
  const moves = /^(opacity|transform|translate|scale|rotate|width|height|top|left|right|bottom|inset|margin|clip|visibility)/i;
  const seen = new Set<string>();
  const note = (): void => {
    for (const animation of document.getAnimations()) {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || effect.getComputedTiming().iterations === Infinity) continue;
      const moved = effect
        .getKeyframes()
        .flatMap(Object.keys)
        .filter((name) => moves.test(name));
      const { duration, delay } = effect.getComputedTiming();
      if (moved.length > 0) seen.add(`${Number(duration) + (delay ?? 0)} ms ${moved[0]} of ${effect.target?.className}`);
    }
  };
  for (const type of ['transitionrun', 'animationstart']) document.addEventListener(type, note, true);
  Object.assign(window, { motion: seen });
};
const motionIn = (page: Page): Promise<string[]> => page.evaluate(() => [...(window as unknown as { motion: Set<string> }).motion]);

/** Everything that comes and goes on a screen: menus, dialogs, the command bar, the keys, a toast, the history, the drawer. */
const haveEverythingComeAndGo = async (page: Page, name: string): Promise<void> => {
  const gone = async (what: Locator): Promise<void> => {
    await expect(what).toBeVisible();
    // Some hear the key only once the focus has come in.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(what).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  };
  await page.getByRole('button', { name: `Więcej: ${name}`, exact: true }).click();
  await gone(page.getByRole('menu'));
  await page.getByRole('button', { name: /^Konto:/ }).click();
  await gone(page.getByRole('menu'));
  await page.getByRole('button', { name: `Usuń: ${name}`, exact: true }).click();
  await gone(page.getByRole('dialog'));
  await page.keyboard.press('Control+k');
  await gone(page.getByRole('dialog', { name: 'Szukaj lub przejdź' }));
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Historia' }).click();
  await gone(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Wybierz z kalendarza' }).first().click();
  await gone(page.getByRole('dialog'));
  await page.getByRole('textbox', { name: 'Nazwa', exact: true }).fill(`${name} zapisana`);
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expect(page.locator('.mantine-Notification-root')).toBeVisible();
  await page.locator('.mantine-Notification-root').getByRole('button').click();
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await gone(page.getByRole('dialog'));
};

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(
    `what appears, moves or leaves does so within 150 ms, and at once for those who asked for no motion (${reducedMotion})`,
    { tag: ['@issue-18'] },
    async ({ page }) => {
      const name = `Każdy ekran: ruch ${reducedMotion}`;
      await create({ name, title: null });
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(watchMotion);
      await speak(page, 'pl');
      await openAs(page, 'admin', `${contentScreen}?name=${encodeURIComponent(name)}`);
      await haveEverythingComeAndGo(page, name);
      const motion = await motionIn(page);
      if (reducedMotion === 'reduce') return expect(motion).toEqual([]);
      expect(motion.length).toBeGreaterThan(5);
      expect(motion.filter((one) => Number.parseFloat(one) > 150)).toEqual([]);
    },
  );

type Shifts = { sum: number; moved: string[] };

/** How far everything was moved by data that came while the screen stood there without them, and what it was. */
const shiftOf = async (page: Page, path: string): Promise<Shifts> => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route): Promise<void> => {
    await held;
    await route.fallback();
  };
  await page.route('**/api/**', hold);
  await page.goto(`${urls.adminUrl}/${path}`, { waitUntil: 'commit' });
  await expect(page.getByRole('main').locator('> *').first()).toBeVisible();
  release();
  await shown(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.unroute('**/api/**', hold);
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
};
type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
const watchShifts = (): void => {
  const shifts: Shifts = { sum: 0, moved: [] };
  const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      shifts.sum += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources)
        shifts.moved.push(`${place(previousRect)} → ${place(currentRect)} ${(node as Element | null)?.outerHTML?.slice(0, 120)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, { shifts });
};

test('nothing jumps when the data of a screen come: the layout shift of each is at most 0.02', { tag: ['@issue-18'] }, async ({ page }) => {
  await page.addInitScript(watchShifts);
  await speak(page, 'pl');
  await openAs(page, 'admin');
  // Whether sends have to be approved is known from then on.
  await page.waitForLoadState('networkidle');
  const jumped: Record<string, Shifts> = {};
  // Sends that other tests have paused or that are under way change while one looks, and what others do comes into Activity.
  const stillOnes: Readonly<Record<string, string>> = { notification: 'notification?state=sent', activity: 'activity?kind=knowledge' };
  const still = (path: string): string => stillOnes[path] ?? path;
  for (const path of (await everyScreen()).map(still)) {
    const shifts = await shiftOf(page, path);
    if (shifts.sum > 0.02) jumped[path] = shifts;
  }
  expect(jumped).toEqual({});
});

for (const language of ['pl', 'en'] as const)
  test(
    `wherever the sends of the list stand, their figures move nothing when they come, nor does what waits (${language})`,
    { tag: ['@issue-18'] },
    async ({ page }) => {
      const texts = [
        { title: 'Wielka promocja na kawę, herbatę i ciastka tylko w ten weekend' },
        { content: `Do końca tygodnia w każdym sklepie taniej o połowę: ${'kawa, herbata, ciastka, '.repeat(8)}` },
        { title: 'Niepodzielny'.repeat(8), sentBy: 'maria.brzeczyszczykiewicz@sieci-sklepow.example' },
        {},
        { isTest: true },
      ];
      const states = ['expanding', 'sending', 'waiting', 'paused', 'cancelled', 'stopped', 'finished'];
      await page.addInitScript(watchShifts);
      await page.route(`**${notificationRoutes.deliveries.path}?**`, async (route) => {
        const answer: Record<string, unknown>[] = await (await route.fetch()).json();
        const details = { successful: 1_234_567, failed: 3, remaining: 1_000_000, converted: 654_321 };
        await route.fulfill({
          json: answer.map((row, n) => ({
            ...row,
            details: n % 8 === 7 ? null : { ...(row['details'] as object | null), ...details },
            sending: { state: states[n % states.length] },
          })),
        });
      });
      // What other tests took back, declined or could not send has a word of its own, whatever its sending says.
      await page.route(`**${notificationRoutes.list.path}?**`, async (route) => {
        const answer: { items: Record<string, unknown>[] } = await (await route.fetch()).json();
        const items = answer.items.map((row, n) => ({ ...row, ...texts[n % texts.length], errors: [], recalledAt: null, approval: null }));
        await route.fulfill({ json: { ...answer, items } });
      });
      await page.route(`**${notificationRoutes.waiting.path}`, (route) =>
        route.fulfill({ json: { overdue: 2, unapproved: 3, approvals: true } }),
      );
      await speak(page, language);
      await openAs(page, 'admin');
      await expect(page.getByTestId('waiting-sends')).toBeVisible();
      await expect(page.getByRole('button', { name: language === 'pl' ? 'Do zatwierdzenia' : 'To approve', exact: true })).toBeVisible();
      const shifts = await shiftOf(page, 'notification');
      expect(shifts.sum, shifts.moved.join('\n')).toBeLessThanOrEqual(0.005);
      await expect(page.getByText(language === 'pl' ? 'Ustalamy odbiorców' : 'Finding recipients').first()).toBeVisible();
    },
  );

test('whatever nonsense a link says, a list falls back to what it shows without it', { tag: ['@A-20', '@NAV-32'] }, async ({ page }) => {
  await speak(page, 'en');
  await openAs(page, 'admin');
  const nonsense =
    'page=x&page=-1&sortField=%00&state=7&test=maybe&published=7&contentType=gone&storeType=moon&from=31.02&to=never&unanswered=?&action=%25&f=z';
  // Numbers that are asked for beside the rows are no part of what is found.
  const rows = page.locator('tbody tr').locator('strong, td:first-child');
  const listed = async (address: string): Promise<string[]> => {
    await open(page, address);
    await expect(rows.first()).toBeVisible();
    return rows.allTextContents();
  };
  for (const path of lists) {
    // Others write meanwhile.
    await expect(async () => expect(await listed(`${path}?${nonsense}`), path).toEqual(await listed(path))).toPass();
    await open(page, `${path}?${nonsense}`);
    await expect(page.getByRole('alert'), path).toHaveCount(0);
  }
});

test(
  'a search of signs, of another direction, or of 10,000 letters finds nothing, and is no failure',
  { tag: ['@API-GEN-11', '@NAV-32'] },
  async ({ page }) => {
    await speak(page, 'en');
    await openAs(page, 'admin');
    const searches = [
      ['notification', 'text'],
      ['notification/subscription-stats', 'address'],
      ['threads', 'text'],
      ['store', 'name'],
      ['content', 'name'],
      ['activity', 'text'],
    ] as const;
    for (const [path, field] of searches)
      for (const text of [`%_\\'"<>`, 'שלום עולם', '\u202eabc', 'x'.repeat(10_000)]) {
        await open(page, `${path}?${new URLSearchParams({ [field]: text })}`);
        const which = `${path}: ${text.slice(0, 12)}`;
        await expect(page.getByRole('alert'), which).toHaveCount(0);
        if (text.length < 200) await expect(page.locator('tbody tr[data-row]'), which).toHaveCount(0);
      }
  },
);

type Heard = { role: string; name: string; description: string; states: Record<string, unknown> };
/** What the browser tells screen readers, in order. */
const heardOn = async (page: Page): Promise<Heard[]> => {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      states: Object.fromEntries(properties.map((one) => [one.name, one.value.value])),
    }));
};
/** What nobody can use without a name. */
const nameless =
  /^(button|link|textbox|searchbox|combobox|checkbox|radio|radiogroup|menuitem|ColorWell|slider|spinbutton|dialog|navigation|region|listbox)$/;
/** The texts that are read out when they change. */
const saidOn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]')].map((one) => one.textContent).join('\n'),
  );

type Told = { title: RegExp; parts: [role: string, name: string | RegExp, states?: Record<string, unknown>][]; says: RegExp };
const total = /Total: \d/;
const required = { required: true };
const canSave: Told['parts'][number] = ['button', 'Save', { disabled: true }];
/** What each screen is called, some of its parts with their states, and what it says by itself. */
const told: Record<string, Told> = {
  notification: {
    title: /^Notifications$/,
    parts: [
      ['textbox', 'Search title and text'],
      ['button', 'Under way', { pressed: 'false' }],
      ['combobox', 'Selected store'],
      ['link', 'New notification'],
    ],
    says: total,
  },
  'notification/subscription-stats': {
    title: /^Notification subscriptions$/,
    parts: [
      ['button', 'Export xlsx'],
      ['textbox', 'Search: Main'],
      ['columnheader', /^Store number/],
    ],
    says: /Stores: \d/,
  },
  threads: {
    title: /^Assistant Threads$/,
    parts: [
      ['textbox', 'Words in messages'],
      ['checkbox', 'The assistant did not know', { checked: 'false' }],
      ['button', 'Clear', { disabled: true }],
    ],
    says: total,
  },
  knowledge: {
    title: /^Assistant Knowledge$/,
    parts: [
      ['link', 'New item'],
      ['button', 'Try the assistant'],
    ],
    says: total,
  },
  store: {
    title: /^Stores$/,
    parts: [
      ['textbox', 'Search by address'],
      ['button', 'Super', { pressed: 'false' }],
      ['link', 'New store'],
    ],
    says: total,
  },
  'store-group': { title: /^Store groups$/, parts: [['link', 'New group']], says: total },
  content: {
    title: /^Content$/,
    parts: [
      ['combobox', 'Content type'],
      ['checkbox', 'Choose all on this page', { checked: 'false' }],
      ['button', 'Compact view', { pressed: 'false' }],
    ],
    says: total,
  },
  popup: { title: /^Popup$/, parts: [['link', 'New popup']], says: total },
  preview: {
    title: /^App preview$/,
    parts: [
      ['combobox', "The customer's store"],
      ['slider', 'Moments at which something changes'],
    ],
    says: /\d+ of [\d,]+ shown|sees everything/,
  },
  calendar: {
    title: /^Calendar$/,
    parts: [
      ['textbox', 'Search by name or title'],
      ['button', 'Month', { pressed: 'true' }],
      ['combobox', 'Kind'],
      ['list', 'Plan'],
      ['list', 'Legend'],
    ],
    says: /\d items?/,
  },
  'day-sheet': {
    title: /^Day sheet$/,
    parts: [
      ['combobox', 'Store', { focused: true }],
      ['textbox', 'Day'],
      ['button', 'Print', { disabled: true }],
    ],
    says: /^/,
  },
  evidence: { title: /^Evidence: what a customer saw$/, parts: [['link', 'Show in the preview']], says: /^/ },
  activity: { title: /^Activity$/, parts: [['textbox', 'Search by name or title']], says: /On this page: \d/ },
  'notification/new': {
    title: /^New notification$/,
    parts: [
      ['textbox', 'Title', required],
      ['radio', 'All', { checked: 'true' }],
      ['button', /^Send \(/, { disabled: true }],
      ['combobox', 'Include stores'],
    ],
    says: /≈ [\d,]+ devices/,
  },
  'knowledge/new': { title: /^New item$/, parts: [['textbox', 'Name', required], canSave], says: /left to fill in/ },
  'store/new': { title: /^New store$/, parts: [['textbox', 'Name', required], canSave], says: /left to fill in/ },
  'store-group/new': {
    title: /^New store group$/,
    parts: [['textbox', 'Name', required], ['combobox', 'Stores of the group'], canSave],
    says: /left to fill in/,
  },
  'content/new': {
    title: /^New content$/,
    parts: [['textbox', 'Name', required], ['radio', 'Leaflet', { checked: 'true' }], canSave],
    says: /left to fill in/,
  },
  'popup/new': { title: /^New popup$/, parts: [['textbox', 'Name', required], canSave], says: /left to fill in/ },
  settings: {
    title: /^Settings$/,
    parts: [
      ['textbox', 'App name'],
      ['checkbox', 'Enforce verification of the phone number'],
      ['button', 'Edit question 1'],
    ],
    says: /No unsaved changes/,
  },
};

test(
  'the accessibility tree of each screen: landmarks, names, states, and what is said when it changes',
  { tag: ['@NFR-04', '@ux-23'] },
  async ({ page }) => {
    await speak(page, 'en');
    await openAs(page, 'admin');
    for (const path of await everyScreen()) {
      await open(page, path);
      const { title, parts, says } = told[path] ?? { title: /./, parts: [], says: /^/ };
      await expect.poll(() => saidOn(page), path).toMatch(says);
      const heard = await heardOn(page);
      const of = (role: string): Heard[] => heard.filter((one) => one.role === role);
      expect(
        heard.filter(({ role, name }) => nameless.test(role) && name.trim() === ''),
        path,
      ).toEqual([]);
      for (const landmark of ['banner', 'main']) expect(of(landmark), `${path}: ${landmark}`).toHaveLength(1);
      // Pages of a list are another.
      expect(
        of('navigation').map(({ name }) => name),
        path,
      ).toContain('Navigation');
      const first = of('heading').filter(({ states }) => states['level'] === 1);
      expect(
        first.map(({ name }) => name),
        path,
      ).toEqual([expect.stringMatching(title)]);
      for (const [role, name, states = {}] of parts) {
        const found = of(role).filter((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)));
        expect(
          found.map((one) => one.states),
          `${path}: ${role} ${name}`,
        ).toContainEqual(expect.objectContaining(states));
      }
      // What has to be filled in and is not: said at its field, with the reason, when somebody wants to save.
      if (!path.endsWith('/new') || path.startsWith('notification')) continue;
      await page.keyboard.press('Control+s');
      await expect
        .poll(async () => (await heardOn(page)).filter(({ states }) => states['invalid'] === 'true').map(({ description }) => description))
        .toContainEqual(expect.stringMatching(/\w/));
    }
  },
);
