import type { Browser, Page } from '@playwright/test';
import { median, nth, rounded } from '../statistics.ts';

/** Where is typed, what, and on which screen. */
const pickers = {
  stores: { path: '/notification/new', label: 'Uwzględnij sklepy', typed: 'lodz 49' },
  groups: { path: '/notification/new', label: 'Uwzględnij grupy sklepów', typed: 'grupa 77' },
  target: { path: '/notification/new', label: 'Treść w aplikacji', typed: 'kupon 99' },
  selectedStore: { path: '/notification', label: 'Selected store', typed: 'zory 7' },
} as const;

/** Notes in the page how long after the next key the options that it asks for are drawn. */
const watchKey = (typed: string): void => {
  const folded = (text: string): string => text.toLowerCase().replaceAll('ł', 'l').normalize('NFD').replaceAll(/\p{M}/gu, '');
  const noted = globalThis as unknown as { shownAfter: Promise<number> };
  noted.shownAfter = new Promise((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent): void => {
      const look = (): void => {
        const first = folded(document.querySelector('[role=option]')?.textContent ?? '');
        if (first !== '' && typed.split(' ').every((word) => first.includes(word)))
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', onKey, { capture: true, once: true });
  });
};

const keyTimes = async (page: Page, typed: string): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < typed.length; n += 1) {
    await page.evaluate(watchKey, typed.slice(0, n + 1));
    await page.keyboard.press(typed[n] ?? '');
    times.push(await page.evaluate(() => (globalThis as unknown as { shownAfter: Promise<number> }).shownAfter));
  }
  return times;
};

/** Milliseconds from a key to the options that it finds. */
export const pickerMilliseconds = async (
  browser: Browser,
  { adminUrl, session, runs }: { adminUrl: string; session: string; runs: number },
): Promise<Record<string, { median: number; slowest: number }>> => {
  const figures: Record<string, { median: number; slowest: number }> = {};
  const context = await browser.newContext({ storageState: session, viewport: { width: 1400, height: 900 }, locale: 'en' });
  for (const [name, { path, label, typed }] of Object.entries(pickers)) {
    const page = await context.newPage();
    await page.goto(adminUrl + path);
    const field = page.getByRole('combobox', { name: label });
    await field.click();
    await page.getByRole('option').first().waitFor();
    const times: number[] = [];
    for (let n = 0; n < runs; n += 1) {
      await field.fill('');
      times.push(...(await keyTimes(page, typed)));
    }
    figures[name] = { median: rounded(median(times)), slowest: rounded(nth(times, 1)) };
    console.error(`${name} | ${times.map((one) => Math.round(one)).join(' ')}`);
    await page.close();
  }
  await context.close();
  return figures;
};
