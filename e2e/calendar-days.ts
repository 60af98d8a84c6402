import { dayAfter } from '@endcap/contract/trading-days';
import { instantOfWallClock } from '@endcap/contract/warsaw-time';
import type { Page } from '@playwright/test';
import { create } from './content.ts';
import { callAs, expect, openAs, speak, test, urls } from './product.ts';

/** A leap year, past so that no session of today is over in it. */
export const year = Array.from({ length: 366 }, (_, n) => dayAfter('2024-01-01', n));
const noon = (day: string): string => instantOfWallClock(`${day}T12:00`) ?? '';

/** The days are drawn where there is something to draw below them: an item of the whole year, for the tests of a file. */
export const planWholeYear = (): void => {
  let planned = '';
  test.beforeAll(async () => {
    const [start, end] = [noon('2023-12-01'), noon('2025-02-01')];
    const dates = { publicationStart: start, publicationEnd: end, validityStart: start, validityEnd: end };
    planned = (await create({ contentType: 'banner', tab: 'start', name: 'Całoroczny baner', ...dates }))._id;
  });
  test.afterAll(async () => {
    await callAs('admin', `/api/v1/content-editor/${planned}`, { method: 'DELETE' });
  });
};

/**
 * Sets the page's clock to noon of a day, and caches the server's responses, because the page reads them again on every new day. `goTo`
 * moves the clock to noon of another day and runs what the page does every minute.
 */
const setClock = (page: Page, day: string): Promise<unknown> =>
  page.addInitScript(
    (start) => {
      let now = start;
      const [everyMinute, repeat, ask, answers] = [new Set<() => void>(), setInterval, fetch, new Map<string, Promise<Response>>()];
      window.Date = class extends Date {
        static override now = () => now;
        constructor(...of: []) {
          super(...((of.length > 0 ? of : [now]) as []));
        }
      } as DateConstructor;
      window.setInterval = ((run: () => void, ms: number, ...rest: []) => {
        if (ms === 60_000) everyMinute.add(run);
        return repeat(run, ms, ...rest);
      }) as typeof setInterval;
      window.fetch = async (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        const answer = answers.get(url) ?? ask(input, init);
        if (url.includes('/api/v1/calendar?')) answers.set(url, answer);
        return (await answer).clone();
      };
      const goTo = (noon: number): void => {
        now = noon;
        for (const run of everyMinute) run();
      };
      Object.assign(window, { goTo });
    },
    Date.parse(noon(day)),
  );

/** Returns the layout problems of the numbers above the days, for each of these days as today. */
const checkDays = (page: Page, days: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async (days) => {
      const strip = document.querySelector('[data-span]');
      const edge = strip?.parentElement?.parentElement?.getBoundingClientRect();
      if (!strip || !edge) return ['There are no days'];
      const isToday = (number: string) => strip.querySelector('[data-today] b')?.textContent === number;
      /** Resolves once the page shows the new day. */
      const untilToday = (number: string) =>
        new Promise<void>((resolve) => {
          const seen = new MutationObserver(() => isToday(number) && (seen.disconnect(), resolve()));
          seen.observe(strip, { subtree: true, childList: true, attributes: true, characterData: true });
          if (isToday(number)) resolve();
        });
      const wrongOn = (): string[] => {
        const wrong: string[] = [];
        for (const kind of ['b', 'small']) {
          const seen = [...strip.querySelectorAll(kind)].filter((one) => one.textContent && getComputedStyle(one).visibility === 'visible');
          const boxes = seen.map((one) => one.getBoundingClientRect());
          const gaps = boxes.slice(1).map(({ left }, at) => left - (boxes[at]?.right ?? 0));
          const over = Math.max(edge.left - (boxes[0]?.left ?? 0), (boxes.at(-1)?.right ?? 0) - edge.right);
          if (seen.length < 3) wrong.push(`${seen.length} of ${kind}`);
          if (Math.min(...gaps) < 2) wrong.push(`${kind} ${Math.min(...gaps).toFixed(2)} px apart`);
          if (over > 0) wrong.push(`${kind} ${over.toFixed(2)} px over the edge`);
          if (strip.getAttribute('data-span') !== 'quarter' && !seen.some((one) => one.closest('[data-today]')))
            wrong.push(`${kind} of today hidden`);
        }
        return wrong;
      };
      const found: string[] = [];
      for (const [day, noon] of days) {
        (window as unknown as { goTo: (noon: number) => void }).goTo(noon);
        await untilToday(String(Number(day.slice(8))));
        found.push(...wrongOn().map((one) => `${day}: ${one}`));
      }
      return found;
    },
    days.map((day) => [day, Date.parse(noon(day))] as const),
  );

const spans = ['twoWeeks', 'month', 'quarter'];

/** Returns the layout problems of the numbers above the days, for each range, width and day in one language. */
export const wrongNumbers = async (
  page: Page,
  language: 'pl' | 'en',
  widths: readonly number[],
  days: readonly string[],
): Promise<string[]> => {
  await setClock(page, days[0] ?? '');
  await speak(page, language);
  const wrong: string[] = [];
  for (const span of spans) {
    await openAs(page, 'admin', `${urls.adminUrl}/calendar?span=${span}&text=ca%C5%82oroczny`);
    await expect(page.locator('main [data-item]')).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      wrong.push(...(await checkDays(page, days)).map((one) => `${language} ${span} ${width} px ${one}`));
    }
  }
  return wrong;
};
