// Common questions about the app, each answered within three clicks from the start page (issue 20). Each runs in one language: the steps
// are the same in both, and spoken-moment.test.ts parses moments in both.
import { dayAfter, tradingCalendar, type TradingException, weekdayOf } from '@endcap/contract/trading-days';
import { instantOfWallClock } from '@endcap/contract/warsaw-time';
import type { Locator, Page } from '@playwright/test';
import { byName, create } from './content.ts';
import { dayAhead } from './days.ts';
import { aHand } from './hand.ts';
import { allStores, aStore, callAs, expect, openAs, speak, test } from './product.ts';

const at = (day: string, time: string): string => instantOfWallClock(`${day}T${time}`) ?? '';
/** The nearest day from another one, going by steps, that is as wanted. */
const nearest = (from: string, step: 1 | -1, isWanted: (day: string) => boolean): string => {
  let day = from;
  while (!isWanted(day)) day = dayAfter(day, step);
  return day;
};
/** Noon of a Wednesday, for the page's clock, and the Friday before it. */
const [wednesday, lastFriday] = [at('2025-10-15', '12:00'), at('2025-10-10', '18:05')];
/** 1 December of this year and the Black Friday after it, the day after the fourth Thursday of November. It always lies ahead. */
const year = Number(dayAhead(0).slice(0, 4));
const december = at(`${year}-12-01`, '12:00');
const blackFriday = nearest(`${year + 1}-11-23`, 1, (day) => weekdayOf(day) === 'friday');

const item = (title: string, facts: Record<string, unknown>) =>
  create({ name: `Pięć pytań: ${title}`, title, version: '', includeStoreType: '', validityEnd: '2099-01-01T00:00:00Z', ...facts });
const stores: Record<number, string> = {};
test.beforeAll(async () => {
  for (const { _id, storeNo } of await allStores()) if (storeNo !== null) stores[storeNo] = _id;
});
test.afterAll(async () => {
  for (const { _id } of await byName('Pięć pytań')) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
});

const entry = (page: Page, name: string): Locator => page.getByRole('navigation').getByRole('link', { name, exact: true });
const figure = (page: Page): Locator => page.getByRole('figure');
/** Types into the field that has the focus, and offers the options. */
const typed = async (page: Page, what: string): Promise<Locator> => {
  await expect(page.locator('[role=combobox]:focus')).toBeVisible();
  await page.keyboard.type(what);
  return page.getByRole('option');
};

const fullDay = new Intl.DateTimeFormat('pl', { dateStyle: 'full', timeZone: 'UTC' });

test('shows within three clicks why a customer does not see the coffee coupon', { tag: ['@PREV-03', '@issue-20'] }, async ({ page }) => {
  await speak(page, 'pl');
  const title = 'Espresso z pytania';
  await item(title, { includeStoreType: 'all', excludeStores: [stores[118]], segments: ['Miłośnicy kawy'] });
  await openAs(page, 'admin');
  const hand = aHand();
  await hand.click(entry(page, 'Podgląd aplikacji'));
  await hand.click((await typed(page, '118')).filter({ hasText: 'Białystok' }));
  const list = page.getByRole('region', { name: 'Czego ten klient nie widzi' });
  const search = list.getByRole('textbox');
  await hand.click(search);
  await search.fill('espresso');
  await expect(list.getByRole('listitem').filter({ hasText: title }).first()).toContainText('Sklep jest wykluczony z nazwy.');
  expect(hand.clicks()).toBeLessThanOrEqual(3);
});

test('shows within three clicks what a customer saw last Friday at 18:05', { tag: ['@PREV-06', '@issue-20'] }, async ({ page }) => {
  await speak(page, 'en');
  const title = 'Dawna oferta';
  const { _id } = await item(title, { includeStores: [stores[118]] });
  const then = new Date().toISOString();
  await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
  // The history of these tests does not reach back to last Friday, so the request gets a moment that it covers.
  const asked: string[] = [];
  await page.route('**/api/v1/preview', async (route) => {
    const body = route.request().postDataJSON() as { at: string | null };
    if (body.at !== null) asked.push(body.at);
    await route.continue({ postData: { ...body, at: body.at === lastFriday ? then : null } });
  });
  await page.clock.setFixedTime(wednesday);
  await openAs(page, 'admin');
  const hand = aHand();
  await hand.click(entry(page, 'App preview'));
  await hand.click((await typed(page, '118')).filter({ hasText: 'Białystok' }));
  const moment = page.getByRole('textbox', { name: 'Moment (Warsaw)' });
  await hand.click(moment);
  await moment.fill('last Friday 18:05');
  await expect(figure(page)).toContainText(title);
  await expect(figure(page)).toContainText('The app as it looked');
  expect(asked.at(-1)).toBe(lastFriday);
  expect(new URL(page.url()).searchParams.get('at')).toBe(lastFriday);
  await moment.blur();
  await expect(moment).toHaveValue(/^\d{4}-\d{2}-\d{2} 18:05$/);
  expect(hand.clicks()).toBeLessThanOrEqual(3);
});

test('shows within three clicks what a city has in the app on Black Friday', { tag: ['@PREV-01', '@issue-20'] }, async ({ page }) => {
  await speak(page, 'pl');
  const title = 'Czarny tort';
  const [publicationStart, publicationEnd] = [at(blackFriday, '00:00'), at(blackFriday, '23:59')];
  const dates = { publicationStart, publicationEnd, validityStart: publicationStart, validityEnd: publicationEnd };
  await item(title, { includeStores: [stores[104], stores[105]], ...dates });
  await page.clock.setFixedTime(december);
  await openAs(page, 'admin', undefined, Date.parse(december) + 86_400_000);
  const hand = aHand();
  await hand.click(entry(page, 'Podgląd aplikacji'));
  await hand.click((await typed(page, 'Kraków')).first());
  await expect(figure(page)).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Black Friday', exact: true }));
  const noon = at(blackFriday, '12:00');
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe(noon);
  await expect(page.getByRole('button', { name: 'Black Friday', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(figure(page)).toContainText(title);
  expect(hand.clicks()).toBeLessThanOrEqual(3);
});

test('shows within three clicks which stores are closed when a coupon starts', { tag: ['@TRADE-04', '@issue-20'] }, async ({ page }) => {
  await speak(page, 'en');
  const { trading } = (await callAs('admin', '/api/v1/settings-editor')).body as { trading: { exceptions: TradingException[] } };
  const calendar = tradingCalendar(trading.exceptions);
  const sunday = nearest(dayAhead(2), 1, (day) => calendar(day).kind === 'closedSunday');
  const hours = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [`${day}Hours`, '6-22']),
  );
  const usual = await aStore({ name: 'Żabi Targ w tygodniu', ...hours });
  const always = await aStore({ name: 'Żabi Targ zawsze', ...hours, sundayRule: 'always' });
  const start = at(sunday, '08:00');
  await item('Kupon niedzielny z pytania', {
    includeStores: [usual._id, always._id],
    publicationStart: start,
    validityStart: start,
  });
  await openAs(page, 'admin');
  const hand = aHand();
  await hand.click(page.getByRole('button', { name: /Search or go to/ }));
  await hand.click((await typed(page, 'Kupon niedzielny z pytania')).filter({ hasText: 'Kupon niedzielny z pytania' }).first());
  const closed = page.getByTestId('closed-days').getByRole('listitem').first();
  await hand.click(closed.getByText('Which?'));
  await expect(closed).toContainText(`${usual.name}, Hel`);
  await expect(closed).not.toContainText(always.name);
  expect(hand.clicks()).toBeLessThanOrEqual(3);
});

test("prints today's sheet for store 101 within three clicks", { tag: ['@SHEET-01', '@issue-20'] }, async ({ page }) => {
  await speak(page, 'pl');
  await page.addInitScript(() => (window.print = () => void (document.documentElement.dataset['printed'] = 'yes')));
  await openAs(page, 'admin');
  const hand = aHand();
  await hand.click(entry(page, 'Karta dnia'));
  await hand.click((await typed(page, '101')).filter({ hasText: 'Marszałkowska' }));
  await expect(page.getByRole('article')).toContainText('nr 101');
  await expect(page.getByRole('article')).toContainText(fullDay.format(new Date(dayAhead(0))));
  await hand.click(page.getByRole('button', { name: 'Drukuj', exact: true }));
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  expect(hand.clicks()).toBeLessThanOrEqual(3);
});
