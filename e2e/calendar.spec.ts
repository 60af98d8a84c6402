import { type Calendar, spanAround, spanOpenedOn } from '@endcap/contract/calendar';
import { dayAfter } from '@endcap/contract/trading-days';
import { instantOfWallClock, startOfDay } from '@endcap/contract/warsaw-time';
import type { Locator, Page } from '@playwright/test';
import { contentScreen, create, stored } from './content.ts';
import { allStores, callAs, expect, expectPresentable, openAs, photograph, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/calendar`;
/** Default date of the page's clock. */
const today = '2025-10-15';
const month = spanAround('month', today);
/** Both ends of a few days around it are in sight. */
const middle = dayAfter(month.from, 12);
const noon = (day: string): string => instantOfWallClock(`${day}T12:00`) ?? '';
/**
 * Opens a screen as an administrator whose clock stands at noon of that day. Sets only the page's clock, because a context with a set clock
 * is not shared.
 */
const open = async (page: Page, address?: string): Promise<void> => {
  await page.addInitScript(
    (now) => {
      window.Date = class extends Date {
        static override now = () => now;
        constructor(...of: []) {
          super(...((of.length > 0 ? of : [now]) as []));
        }
      } as DateConstructor;
    },
    Date.parse(noon(today)),
  );
  await openAs(page, 'admin', address);
};
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(`^${name}`) }) });
const link = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

/** Pulls the end of a bar by two days. */
const pullEnd = async (page: Page, name: string): Promise<void> => {
  const line = row(page, name).locator('[data-line]');
  const box = await line.locator('[data-edge="end"]').boundingBox();
  const width = ((await line.boundingBox())?.width ?? 0) / (Number(month.to.slice(8)) || 30);
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + width * 2, y, { steps: 4 });
  await page.mouse.up();
};

const made: string[] = [];
const plan = async (name: string, facts: Record<string, unknown> = {}): Promise<string> => {
  const { _id } = await create({
    contentType: 'banner',
    tab: 'start',
    name,
    publicationStart: noon(middle),
    publicationEnd: noon(dayAfter(middle, 3)),
    validityStart: noon(dayAfter(middle, 1)),
    validityEnd: noon(dayAfter(middle, 2)),
    ...facts,
  });
  made.push(_id);
  return _id;
};
test.afterAll(async () => {
  for (const id of made) await callAs('admin', `/api/v1/content-editor/${id}`, { method: 'DELETE' });
});

test(
  'an entry below the line for administrators; spans, days and filters are in the address, and a click opens the item',
  { tag: ['@CAL-01', '@CAL-02'] },
  async ({ page }) => {
    const [shown, hidden] = (await allStores()).filter(({ storeNo }) => storeNo === 101 || storeNo === 104);
    const id = await plan('Planowany baner', { includeStoreType: '', includeStores: [shown?._id] });
    await speak(page, 'en');
    await open(page);
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Calendar' }).click();
    await expect(page).toHaveURL(screen);
    await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search by name or title' }).fill('planowany');
    await expect(page).toHaveURL(`${screen}?text=planowany`);
    await expect(page.getByRole('heading', { level: 2, name: 'Banner 1' })).toBeVisible();
    await expect(link(page, 'Planowany baner')).toContainText(/Banner, published .* – .*, valid .* – /);

    await page.getByRole('combobox', { name: 'Store', exact: true }).fill(String(hidden?.storeNo));
    await page.getByRole('option', { name: String(hidden?.name) }).click();
    await expect(page).toHaveURL(new RegExp(`store=${hidden?._id}`));
    await expect(page.getByText('Nothing matches the filters')).toBeVisible();
    await page.goto(`${screen}?text=planowany&store=${shown?._id}&type=banner`);
    await expect(link(page, 'Planowany baner')).toBeVisible();
    await page.getByLabel('Type', { exact: true }).selectOption('Leaflet');
    await expect(page.getByText('Nothing matches the filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(screen);

    await page.getByRole('button', { name: 'Quarter' }).click();
    await expect(page).toHaveURL(/span=quarter/);
    await page.getByRole('button', { name: 'Later' }).click();
    const quarter = spanAround('quarter', dayAfter(spanAround('quarter', today).to, 1));
    await expect(page).toHaveURL(new RegExp(`from=${quarter.from}`));
    await expect(page.getByTestId('calendar-days')).toContainText(quarter.to.slice(0, 4));
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('button', { name: 'Two weeks' }).click();
    await page.goto(`${screen}?text=planowany`);
    await link(page, 'Planowany baner').click();
    await expect(page).toHaveURL(`${contentScreen}/${id}`);
  },
);

/** A midnight, at first the one that began the month: the page's own clock is set to half an hour before it, and goes on past it. */
const [lastDay, firstDay] = [dayAfter(month.from, -1), month.from];
const HALF_AN_HOUR = 30 * 60_000;
const onTheEve = (page: Page, day = firstDay): Promise<void> => page.clock.install({ time: Date.parse(startOfDay(day)) - HALF_AN_HOUR });
const overMidnight = (page: Page): Promise<void> => page.clock.fastForward(2 * HALF_AN_HOUR);
const overnight = { publicationStart: noon(dayAfter(lastDay, -1)), publicationEnd: noon(dayAfter(firstDay, 1)) };
const monthOf = (day: string): string => new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(day));
const mark = (page: Page) => page.locator('[data-today] b');

test(
  'over midnight the mark of today moves, and the days with it, but not under an end that is being moved',
  { tag: ['@CAL-01'] },
  async ({ page }) => {
    // From its last week on, a month is opened on the weeks from this Monday on.
    const lastWeek = dayAfter(month.to, -6);
    const opened = spanOpenedOn('month', lastWeek);
    await plan('Nocny baner', {
      publicationStart: noon(dayAfter(lastWeek, -2)),
      publicationEnd: noon(dayAfter(lastWeek, 2)),
      validityStart: noon(dayAfter(lastWeek, -1)),
      validityEnd: noon(lastWeek),
    });
    await speak(page, 'en');
    await onTheEve(page, lastWeek);
    await openAs(page, 'admin', `${screen}?text=nocny`);
    const days = page.getByTestId('calendar-days');
    const inMonth = new RegExp(`^1\\s?–\\s?${Number(month.to.slice(8))} ${monthOf(lastWeek)} ${lastWeek.slice(0, 4)}$`);
    const eve = String(Number(dayAfter(lastWeek, -1).slice(8)));
    const morrow = String(Number(lastWeek.slice(8)));
    await expect(days).toHaveText(inMonth);
    await expect(mark(page)).toHaveText(eve);
    await link(page, 'Nocny baner').focus();
    await page.keyboard.press('ArrowRight');
    const moving = row(page, 'Nocny baner').getByRole('status');
    await expect(moving).toContainText('Enter saves, Escape cancels');
    await overMidnight(page);
    // Today has moved; the days stay where they are.
    await expect(mark(page)).toHaveText(morrow);
    await expect(days).toHaveText(inMonth);
    await expect(moving).toContainText('Enter saves, Escape cancels');
    await page.keyboard.press('Escape');
    await expect(days).toContainText(`${Number(opened.from.slice(8))} ${monthOf(opened.from)}`);
    await expect(days).toContainText(monthOf(opened.to));
    await expect(mark(page)).toHaveText(morrow);
  },
);

test('keeps the days of the URL over midnight, and requests the calendar again', { tag: ['@CAL-01', '@CAL-04'] }, async ({ page }) => {
  await plan('Nazwany baner', { ...overnight, validityStart: noon(lastDay), validityEnd: noon(firstDay) });
  await speak(page, 'en');
  await onTheEve(page);
  await openAs(page, 'admin', `${screen}?text=nazwany&from=${lastDay}`);
  await expect(mark(page)).toHaveText(String(Number(lastDay.slice(8))));
  const request = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/calendar');
  await overMidnight(page);
  await expect(mark(page)).toHaveCount(0);
  await expect(page.getByTestId('calendar-days')).toContainText(monthOf(lastDay));
  expect(new URL((await request).url()).searchParams.get('from')).toBe(spanAround('month', lastDay).from);
});

test(
  'an end is pulled by the pointer and moved by the keyboard, against the revision that is shown, and undone',
  { tag: ['@CAL-03'] },
  async ({ page }) => {
    const id = await plan('Ruchomy baner');
    await speak(page, 'en');
    await open(page, `${screen}?text=ruchomy`);
    await pullEnd(page, 'Ruchomy baner');
    const bar = page.getByRole('status').filter({ hasText: '“Ruchomy baner”' });
    await expect(bar).toBeVisible();
    expect((await stored(id))['publicationEnd']).toBe(noon(dayAfter(middle, 5)));
    await photograph(page, 'calendar-moved');
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored(id))['publicationEnd']).toBe(noon(dayAfter(middle, 3)));

    // Nothing can be moved until the undone state is shown.
    await expect(page.locator('main [aria-busy]').first()).toHaveAttribute('aria-busy', 'false');
    await link(page, 'Ruchomy baner').focus();
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'Ruchomy baner').getByRole('status')).toContainText('Enter saves, Escape cancels');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Ruchomy baner').getByRole('status')).toHaveCount(0);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored(id))['publicationStart']).toBe(noon(dayAfter(middle, -2)));
    await expect(link(page, 'Ruchomy baner')).toBeFocused();
    await expect(page).toHaveURL(/\/calendar/);
  },
);

test(
  'each move has an undo of its own, and an end cannot be pulled while the last pull is being saved',
  { tag: ['@CAL-03', '@EDIT-03'] },
  async ({ page }) => {
    const ids = await Promise.all([plan('Kolejny baner A'), plan('Kolejny baner B')]);
    await speak(page, 'en');
    await open(page, `${screen}?text=kolejny`);
    const ends = async () => Promise.all(ids.map(async (id) => (await stored(id))['publicationEnd']));
    const [start, moved] = [noon(dayAfter(middle, 3)), noon(dayAfter(middle, 5))];
    const bar = (name: string) => page.getByRole('status').filter({ hasText: `“${name}”` });
    const undo = page.getByRole('button', { name: 'Undo' });
    await pullEnd(page, 'Kolejny baner A');
    await expect(bar('Kolejny baner A')).toBeVisible();
    await undo.click();
    await expect(page.getByText('1 item restored.')).toBeVisible();
    await expect.poll(ends).toEqual([start, start]);

    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/api/v1/content-editor/${ids[1]}`, async (route) => {
      await held;
      await route.fallback();
    });
    await pullEnd(page, 'Kolejny baner B');
    await expect(row(page, 'Kolejny baner B').getByRole('status')).toBeVisible();
    await pullEnd(page, 'Kolejny baner B');
    release();
    await expect(bar('Kolejny baner B')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect.poll(ends).toEqual([start, moved]);
    await undo.click();
    await expect.poll(ends).toEqual([start, start]);
  },
);

/** Presses Tab until an element has the focus. Returns the number of presses. */
const tabTo = async (page: Page, what: Locator, most = 40): Promise<number> => {
  for (let n = 1; n <= most; n += 1) {
    await page.keyboard.press('Tab');
    if (await what.evaluate((element) => element === document.activeElement)) return n;
  }
  await expect(what).toBeFocused();
  return most;
};

test(
  'two weeks, month and quarter by keys alone: the span, the rows, an end and back, an item and the way back to its row',
  { tag: ['@CAL-01', '@CAL-02', '@CAL-03'] },
  async ({ page }) => {
    // Every span has today in it.
    const long = { publicationStart: noon(spanAround('quarter', today).from), publicationEnd: noon(dayAfter(middle, 3)) };
    await Promise.all(['pierwszy', 'drugi', 'trzeci'].map((name) => plan(`Klawiszowy ${name}`, long)));
    await speak(page, 'en');
    await open(page, `${screen}?text=klawiszowy&from=${month.from}`);
    const rows = page.getByRole('list', { name: 'Plan' }).getByRole('link');
    for (const [name, span] of [
      ['Two weeks', 'twoWeeks'],
      ['Month', 'month'],
      ['Quarter', 'quarter'],
    ] as const) {
      const chip = page.getByRole('button', { name, exact: true });
      await chip.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`span=${span}`));
      await expect(chip).toHaveAttribute('aria-pressed', 'true');
      await expect(chip).toBeFocused();
      await expect(rows).toHaveCount(3);
      // Search, store, group and kind lie between; then all rows are one stop, the row where one was last.
      await tabTo(page, page.getByRole('list', { name: 'Plan' }).locator('[tabindex="0"]'));
      await page.keyboard.press('End');
      await expect(rows.last()).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(rows.nth(1)).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('list', { name: 'Plan' }).locator(':focus')).toHaveCount(0);
      await page.keyboard.press('Shift+Tab');
      await expect(rows.nth(1)).toBeFocused();
      await page.keyboard.press('Shift+ArrowRight');
      await expect(page.getByText(/^Start: .* Enter saves, Escape cancels\.$/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('Enter saves, Escape cancels.')).toHaveCount(0);
      await expect(rows.nth(1)).toBeFocused();
    }
    // From the span that is open last, and back to it.
    const named = await rows.nth(1).getAttribute('data-item');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${contentScreen}/${named}`);
    await expect(page.getByRole('heading', { level: 1, name: /^Klawiszowy/ })).toBeVisible();
    // Alt and the arrow key are a shortcut of the browser, which key presses of a test do not trigger.
    await page.goBack();
    await expect(page).toHaveURL(/\/calendar\?.*span=quarter/);
    await expect(page.locator(`[data-item="${named}"]`)).toBeFocused();
    // A list of choices opens by an arrow, and Escape gives the focus back.
    const store = page.getByRole('combobox', { name: 'Store', exact: true });
    await store.focus();
    await page.keyboard.press('ArrowDown');
    const choices = page.getByRole('listbox').getByRole('option');
    await expect(choices.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(choices).toHaveCount(0);
    await expect(store).toBeFocused();
  },
);

test('a move by keyboard is undone by keyboard, regardless of the number of rows', { tag: ['@CAL-03'] }, async ({ page }) => {
  const id = await plan('Cofany baner');
  await Promise.all(Array.from({ length: 6 }, (_, n) => plan(`Cofany jako ${n}`)));
  await speak(page, 'en');
  await open(page, `${screen}?text=cofany`);
  await expect(link(page, 'Cofany baner')).toBeVisible();
  await link(page, 'Cofany baner').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(id))['publicationEnd']).toBe(noon(dayAfter(middle, 4)));
  const undo = page.getByRole('status').filter({ hasText: '“Cofany baner”' }).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(link(page, 'Cofany baner')).toBeFocused();
  expect(await tabTo(page, undo)).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(id))['publicationEnd']).toBe(noon(dayAfter(middle, 3)));
});

test(
  'shows the month and year once, month names in a quarter, and item names in full on a tablet',
  { tag: ['@CAL-01'] },
  async ({ page }) => {
    const name = 'Tankuj taniej przy sklepie';
    await plan(name, { publicationStart: noon(month.from) });
    await speak(page, 'pl');
    await page.setViewportSize({ width: 768, height: 900 });
    await open(page, `${screen}?text=tankuj`);
    await expect(page.getByTestId('calendar-days')).toHaveText(/^1–\d\d \p{L}+ \d{4}$/u);
    const shown = link(page, name).first().locator('span').first();
    await expect(shown).toHaveText(name);
    expect(await shown.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await page.goto(`${screen}?text=tankuj&span=quarter`);
    await expect(page.locator('[data-span="quarter"] [data-monday] small').first()).toHaveText(/^\p{L}{3}$/u);
  },
);

test(
  'the calendar is presentable; a push that was taken back is struck out, and items beyond the first of their kind are counted',
  { tag: ['@CAL-01', '@RECALL-01', '@17.1'] },
  async ({ page }) => {
    await page.route('**/api/v1/calendar?*', async (route) => {
      const answer = await route.fetch();
      const calendar = (await answer.json()) as Calendar;
      const push = {
        type: 'notification',
        start: noon(middle),
        end: noon(dayAfter(middle, 2)),
        validityStart: null,
        validityEnd: null,
        disabled: false,
        planned: false,
        revision: null,
      } as const;
      const ofType = (isBanner: boolean) => calendar.items.filter(({ type }) => (type === 'banner') === isBanner).slice(0, 6);
      // Few enough to be drawn at once.
      const items: Calendar['items'] = [
        { ...push, _id: 'a', name: 'Wysłane maliny', takenBack: false },
        { ...push, _id: 'b', name: 'Wycofane jagody', takenBack: true },
        ...ofType(true),
        ...ofType(false),
      ];
      await route.fulfill({ response: answer, json: { ...calendar, items, totals: { ...calendar.totals, banner: 45_000 } } });
    });
    await speak(page, 'pl');
    await plan('Widoczny baner');
    await open(page, screen);
    const links = page.getByRole('list', { name: 'Plan' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    await test.step('by keyboard from row to row', async () => {
      await links.first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(links.nth(1)).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(links.first()).toBeFocused();
    });
    await expect.soft(link(page, 'Wycofane jagody')).toHaveText(/, wycofano$/);
    await expect.soft(link(page, 'Wycofane jagody').locator('s')).toHaveText('Wycofane jagody');
    await expect.soft(link(page, 'Wysłane maliny')).not.toHaveText(/wycofano/);
    await expect.soft(page.getByRole('heading', { level: 2, name: /^Baner pierwsze \d z 45\s000$/ })).toBeVisible();
    await expect
      .soft(page.getByRole('status').filter({ hasText: 'Pokazano' }))
      .toHaveText(/^45\s\d{3} pozycj[ei]\s*Pokazano \d+, z każdego typu najwcześniejsze\. Zawęź po typie, sklepie lub tekście\.$/);
    await expectPresentable(page, 'calendar');
  },
);
