// Checks that apply to every screen.
import { notificationRoutes } from '@endcap/contract/notifications';
import type { Locator, Page } from '@playwright/test';
import { violationsOn } from './accessible.ts';
import { switchTo } from './both-languages.ts';
import { contentScreen, create } from './content.ts';
import { weakBorders } from './contrast.ts';
import { checkAccessibilityTree, checkProblemsAnnounced } from './accessibility-tree.ts';
import { expect, openAs, photograph, sidewaysScroll, speak, stopMotion, test, urls } from './product.ts';
import { forgetScreens, forms, screens, shown } from './screens.ts';

/** Continues after a failure, so that one fault does not hide another. */
const softly = expect.configure({ soft: true });

/** The sidebar's entry of a screen, in Polish. */
const entries: readonly [path: RegExp, entry: string][] = [
  [/^notification\/subscription-stats/, 'Subskrypcje'],
  [/^notification/, 'Powiadomienia'],
  [/^thread/, 'Rozmowy asystenta'],
  [/^knowledge/, 'Wiedza asystenta'],
  [/^store-group/, 'Grupy sklepów'],
  [/^store/, 'Sklepy'],
  [/^content/, 'Treści'],
  [/^popup/, 'Popupy'],
  [/^settings/, 'Ustawienia'],
  [/^day-sheet/, 'Karta dnia'],
  [/^calendar/, 'Kalendarz'],
  [/^(preview|evidence)/, 'Podgląd aplikacji'],
  [/^activity/, 'Aktywność'],
];

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${urls.adminUrl}/${path}`);
  await shown(page);
};

test.afterAll(forgetScreens);

/** Records animations that move, show or hide an element, with their milliseconds. Ignores colour changes and endless animations. */
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

/** Opens and closes everything that comes and goes on a screen: menus, dialogs, the command bar, a toast, the history, the drawer. */
const openAndCloseEverything = async (page: Page, name: string): Promise<void> => {
  const gone = async (what: Locator): Promise<void> => {
    await expect(what).toBeVisible();
    // Some elements receive the key only once they have the focus.
    await expect(async () => {
      await page.keyboard.press('Escape');
      // Exit transitions take at most 150 ms.
      await expect(what).toHaveCount(0, { timeout: 300 });
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
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await gone(page.getByRole('dialog'));
};

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`animations take at most 150 ms, and none run with reduced motion (${reducedMotion})`, { tag: ['@issue-18'] }, async ({ page }) => {
    const name = `Każdy ekran: ruch ${reducedMotion}`;
    await create({ name, title: null });
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(watchMotion);
    await speak(page, 'pl');
    await openAs(page, 'admin', `${contentScreen}?name=${encodeURIComponent(name)}`);
    await openAndCloseEverything(page, name);
    const motion = await motionIn(page);
    if (reducedMotion === 'reduce') return expect(motion).toEqual([]);
    expect(motion).not.toEqual([]);
    expect(motion.filter((one) => Number.parseFloat(one) > 150)).toEqual([]);
  });

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
type Watched = { shifts: () => Shifts; release: () => void; openRequests: () => number };
type Shifts = { sum: number; moved: string };

/** Records layout shifts, except those that a person's own action causes, with the elements that moved and their boxes before and after. */
const watchShifts = (): void => {
  const shifts: Shift[] = [];
  const box = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
  const describe = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (element == null) return '(removed)';
    const name = element.getAttribute('data-testid') ?? element.id;
    return `<${element.localName}${name === '' ? '' : ` ${name}`} class="${element.className}"> ${element.textContent.slice(0, 60)}`;
  };
  const record = (entries: PerformanceEntryList): void => {
    for (const entry of entries as Shift[]) if (!entry.hadRecentInput) shifts.push(entry);
  };
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  const shiftsSoFar = (): Shifts => {
    record(observer.takeRecords());
    const moved = shifts.flatMap(({ value, startTime, sources }) => [
      `${value.toFixed(4)} at ${Math.round(startTime)} ms`,
      ...sources.map(({ node, previousRect, currentRect }) => `  ${box(previousRect)} → ${box(currentRect)} ${describe(node)}`),
    ]);
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: moved.join('\n') };
  };
  Object.assign(window, { shifts: shiftsSoFar });
};

/** Holds API requests until `release`, and counts those without a response. A Playwright route would disable the browser's cache. */
const holdRequests = (): void => {
  const ask = window.fetch;
  const released = Promise.withResolvers<void>();
  let unanswered = 0;
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!pathname.startsWith('/api/')) return ask(input, init);
    unanswered += 1;
    try {
      await released.promise;
      const answer = await ask(input, init);
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      unanswered -= 1;
    }
  };
  Object.assign(window, { release: () => released.resolve(), openRequests: () => unanswered });
};

/** Holds API requests and records layout shifts on each page opened from now on, for `shiftOf`. */
const watchArrivals = async (page: Page): Promise<void> => {
  await page.addInitScript(holdRequests);
  await page.addInitScript(watchShifts);
};

/** Waits until all requests, and the requests that follow from them, are complete and rendered. */
const untilAtRest = async (page: Page): Promise<void> => {
  const waitsFor = (): Promise<number> =>
    page.evaluate(async () => {
      for (let n = 0; n < 2; n += 1) await new Promise((next) => requestAnimationFrame(next));
      return (window as unknown as Watched).openRequests() + document.querySelectorAll('main [aria-busy="true"]').length;
    });
  for (let n = 0; n < 2; n += 1) await expect.poll(waitsFor).toBe(0);
};

/** Opens a screen without its data, then lets the data load. Returns the layout shifts and the elements that moved. */
const shiftOf = async (page: Page, path: string): Promise<Shifts> => {
  await page.goto(`${urls.adminUrl}/${path}`, { waitUntil: 'commit' });
  await expect(page.getByRole('main').locator('> *').first()).toBeVisible();
  await page.evaluate(() => (window as unknown as Watched).release());
  await shown(page);
  // Forms send some requests only after a moment without changes.
  if (/\/new|settings|content\//.test(path)) await page.waitForLoadState('networkidle');
  await untilAtRest(page);
  return page.evaluate(() => (window as unknown as Watched).shifts());
};

const expectStill = (screen: string, { sum, moved }: Shifts): void =>
  softly(sum, `${screen}: layout shifts\n${moved}`).toBeLessThanOrEqual(0.005);

const schemes = ['light', 'dark'] as const;
const checkWidths = async (page: Page, path: string, widths: readonly number[]): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await softly.poll(() => sidewaysScroll(page), `${path}: scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    await photograph(page, `${path.replaceAll(/\W+/g, '-')}-${width}`, { fullPage: true });
  }
  await page.setViewportSize({ width: 1400, height: 900 });
};
/** Checks a state of a screen: axe in light colours, contrast in dark ones, borders of fields in both, and several widths. */
const checkAppearance = async (page: Page, path: string): Promise<void> => {
  await stopMotion(page);
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    const violations = await violationsOn(page, scheme === 'dark' ? ['color-contrast'] : undefined);
    softly(violations, `${path}: axe, ${scheme}`).toEqual([]);
    softly(await weakBorders(page), `${path}: borders, ${scheme}`).toEqual([]);
    await photograph(page, `${path.replaceAll(/\W+/g, '-')}-${scheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  // Every width at which the frame changes, on the screens that everyone can open.
  await checkWidths(page, path, path.startsWith('notification') ? [1400, 1200, 1000, 768, 500, 400, 360] : [1400, 768, 360]);
};

/** Checks that the focus is a border of enough contrast as well. */
const checkFocusedBorders = async (page: Page, path: string): Promise<void> => {
  const main = page.getByRole('main');
  const choices = main.getByRole('radio');
  for (const field of [main.getByRole('textbox').first(), ...((await choices.count()) > 0 ? [choices.first()] : [])]) {
    await field.focus();
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      softly(await weakBorders(page), `${path}: borders with the focus, ${scheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Checks at 200 % that nothing scrolls sideways, and that the last element that can be reached lies under no bar. */
const checkTwiceTheSize = async (page: Page, path: string): Promise<void> => {
  // The viewport of a 1280 × 900 window at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 450 });
  await softly.poll(() => sidewaysScroll(page), `${path}: scrolls sideways at 200 %`).toBeLessThanOrEqual(0);
  const last = page.getByRole('main').locator('a[href]:visible, button:enabled:visible, input:not([type=file]):enabled:visible').last();
  const isSeen = (): Promise<boolean> =>
    last.evaluate((element: HTMLElement) => {
      // Focus it again on each poll: content that loads later may move it or become the last element.
      element.blur();
      element.focus();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at !== null && (element.contains(at) || (at.closest('label, tr')?.contains(element) ?? false));
    });
  await softly.poll(isSeen, `${path}: what has the focus is seen at 200 %`).toBe(true);
  await page.setViewportSize({ width: 1400, height: 900 });
};

/** Checks that only one entry is the current one, and that no link to another page is marked as the current page. */
const checkCurrent = async (page: Page, path: string): Promise<void> => {
  const sidebar = page.getByRole('navigation', { name: 'Nawigacja' });
  const entry = entries.find(([of]) => of.test(path))?.[1] ?? path;
  await softly(sidebar.locator('a[data-current]'), path).toHaveText(entry);
  await softly(sidebar.locator('a[aria-current]'), path).toHaveText(entry);
  const current = page.getByRole('main').locator('a[aria-current="page"]');
  const leadsTo = await current.evaluateAll((links: HTMLAnchorElement[]) => links.map((link) => link.pathname));
  softly([...new Set(leadsTo)], path).toEqual(leadsTo.length > 0 ? [new URL(page.url()).pathname] : []);
};

// Filters that leave out rows which other tests change during the check, such as running sends.
const stillOnes: Readonly<Record<string, string>> = { notification: 'notification?state=sent', activity: 'activity?kind=knowledge' };

/** Opens a screen in Polish, and checks everything that holds on every screen. */
const checkScreen = (page: Page, path: string): Promise<void> =>
  test.step(path, async () => {
    for (const width of [360, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      const shifts = await shiftOf(page, stillOnes[path] ?? path);
      expectStill(`${path} at ${width} px`, shifts);
    }
    await checkCurrent(page, path);
    await checkAppearance(page, path);
    await switchTo(page, 'en');
    await checkAccessibilityTree(page, path);
    await checkWidths(page, `${path} (en)`, [360]);
    await switchTo(page, 'pl');
    if (forms.includes(path)) await checkFocusedBorders(page, path);
    await checkTwiceTheSize(page, path);
    if (path.endsWith('/new') && !path.startsWith('notification')) await checkProblemsAnnounced(page, path);
  });

for (const [kind, pathsOf] of Object.entries(screens))
  test(
    `${kind}: no layout shift while data loads, no horizontal scrolling, and accessible in both languages and schemes`,
    {
      tag: ['@NFR-04', '@NFR-05', '@ux-23', '@ux-24', '@WCAG-1.3.1', '@issue-18', '@D-4B', '@D-52', '@SIDE-15'],
    },
    async ({ page }) => {
      // Several screens, each as long as a test.
      test.slow();
      await speak(page, 'pl');
      await openAs(page, 'admin');
      // Wait until the page has loaded the approval setting.
      await page.waitForLoadState('networkidle');
      await watchArrivals(page);
      for (const path of await pathsOf()) await checkScreen(page, path);
    },
  );

/** States that open by a click or by typing. */
const opened: readonly [state: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'the question before a delete',
    'store',
    async (page) => {
      await page
        .getByRole('button', { name: /^Usuń: / })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  ],
  [
    'what is wrong and what is left to fill in',
    'store/new',
    async (page) => {
      await page.getByRole('textbox', { name: 'Szerokość geograficzna' }).fill('95');
      await page.getByRole('button', { name: /^Błędy: 1, .*: 6$/ }).click();
    },
  ],
  [
    'the list of a picker',
    'store-group/new',
    async (page) => {
      await page.getByRole('main').getByRole('combobox').fill('war');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  ],
  [
    'an answer of the assistant',
    'knowledge',
    async (page) => {
      await page.getByRole('button', { name: 'Wypróbuj asystenta' }).click();
      const box = page.getByRole('region');
      await box.getByRole('textbox').fill('Jak zgłosić reklamację zakupów?');
      await box.getByRole('textbox').press('Enter');
      await box.getByRole('listitem').first().waitFor();
    },
  ],
];

test(
  'states that open by a click fit every width in both languages, and are accessible in both colour schemes',
  { tag: ['@NFR-04', '@NFR-05', '@ux-23', '@ux-24'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin');
    for (const [state, path, openState] of opened)
      await test.step(state, async () => {
        await open(page, path);
        await openState(page);
        await checkAppearance(page, `${path} ${state}`);
        await switchTo(page, 'en');
        await checkWidths(page, `${path} ${state} (en)`, [360]);
      });
  },
);

test(
  'delivery figures and waiting sends cause no layout shift on the list when they load, in both languages',
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
    // Clear the facts of recalled, declined and failed sends of other tests: they would hide the delivery state.
    await page.route(`**${notificationRoutes.list.path}?**`, async (route) => {
      const answer: { items: Record<string, unknown>[] } = await (await route.fetch()).json();
      const items = answer.items.map((row, n) => ({ ...row, ...texts[n % texts.length], errors: [], recalledAt: null, approval: null }));
      await route.fulfill({ json: { ...answer, items } });
    });
    await page.route(`**${notificationRoutes.waiting.path}`, (route) =>
      route.fulfill({ json: { overdue: 2, unapproved: 3, approvals: true } }),
    );
    await speak(page, 'pl');
    await openAs(page, 'admin');
    await expect(page.getByTestId('waiting-sends')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Do zatwierdzenia', exact: true })).toBeVisible();
    await watchArrivals(page);
    for (const [language, state] of [
      ['pl', 'Ustalamy odbiorców'],
      ['en', 'Finding recipients'],
    ] as const) {
      await speak(page, language);
      const shifts = await shiftOf(page, 'notification');
      expectStill(language, shifts);
      await softly(page.getByText(state).first()).toBeVisible();
    }
  },
);

/** The text search parameter of each list. */
const searches = [
  ['notification', 'text'],
  ['notification/subscription-stats', 'address'],
  ['threads', 'text'],
  ['store', 'name'],
  ['content', 'name'],
  ['activity', 'text'],
] as const;
/**
 * Lists whose requests for invalid parameters are tested in nonsense.form.test.tsx. The others filter rows on the page, or have many
 * parameters.
 */
const testedElsewhere: ReadonlySet<string> = new Set(['notification', 'threads', 'store']);
const nonsense =
  'page=x&page=-1&sortField=%00&state=7&test=maybe&published=7&contentType=gone&storeType=moon&from=31.02&to=9999-99-99&unanswered=?&kind=%3Cb%3E&action=drop&before=x&change=y&f=z';
/** Characters with a meaning in a pattern or in markup, right-to-left text, and a mark that reverses the direction. */
const signs = `%_\\'"<> שלום עולם \u202eabc`;

test(
  'a list ignores invalid parameters in a link, and a search for special characters or right-to-left text finds nothing',
  { tag: ['@A-20', '@NAV-32', '@API-GEN-11'] },
  async ({ page }) => {
    await speak(page, 'en');
    await openAs(page, 'admin');
    // Leaves out numbers that load separately from the rows.
    const rows = page.locator('tbody tr').locator('strong, td:first-child');
    const listed = async (address: string): Promise<string[]> => {
      await open(page, address);
      await expect(rows.first()).toBeVisible();
      return rows.allTextContents();
    };
    for (const [path, field] of searches)
      await test.step(path, async () => {
        if (!testedElsewhere.has(path)) {
          // A search of 10,000 letters is nonsense as well.
          const link = `${path}?${nonsense}&${field}=${'x'.repeat(10_000)}`;
          // Retried, because other tests change the lists meanwhile.
          await expect(async () => expect(await listed(path), path).toEqual(await listed(link))).toPass();
          await softly(page.getByRole('alert'), `${path}: nonsense`).toHaveCount(0);
        }
        await page.goto(`${urls.adminUrl}/${path}?${new URLSearchParams({ [field]: signs })}`);
        await shown(page);
        for (const none of [page.locator('tbody tr[data-row]'), page.getByRole('alert')])
          await softly(none, `${path}: signs`).toHaveCount(0);
      });
  },
);
