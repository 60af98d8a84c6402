import type { Page } from '@playwright/test';
import { expect, openAs, photograph, sidewaysScroll, speak, test, urls } from './product.ts';
import { waitForRoutes } from './wait-for-routes.ts';

const windows = [
  // A small laptop: less high than most screens and than the sidebar.
  { width: 1400, height: 560 },
  { width: 768, height: 900 },
  { width: 360, height: 740 },
];

/** Screens, and how many bars may stand side by side. The calendar scrolls thousands of rows, which people reach by dragging its bar. */
const screens: readonly [path: string, most: number][] = [
  ['notification', 1],
  ['notification/new', 1],
  ['content', 1],
  ['content/new', 1],
  ['settings', 1],
  ['calendar', 2],
  ['preview', 1],
];

/** Scroll bars in the window that take room: upright ones, the page's among them, and lying ones of elements. */
const barsOf = (page: Page): Promise<{ upright: string[]; lying: string[] }> =>
  page.evaluate(() => {
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (width === 0 || bottom < 0 || top > innerHeight || style.visibility === 'hidden' || style.display === 'inline') return [];
      const borders = (...sides: string[]): number =>
        sides.reduce((sum, side) => sum + Number.parseFloat(style.getPropertyValue(`border-${side}-width`)), 0);
      const { offsetWidth, clientWidth, offsetHeight, clientHeight, scrollHeight, scrollWidth } = element;
      return {
        name: `${element.tagName.toLowerCase()}.${element.className} ${element.ariaLabel ?? ''}`,
        upright: scrolls(style.overflowY) && scrollHeight > clientHeight && offsetWidth - clientWidth - borders('left', 'right') >= 1,
        lying: scrolls(style.overflowX) && scrollWidth > clientWidth && offsetHeight - clientHeight - borders('top', 'bottom') >= 1,
      };
    });
    const named = (direction: 'upright' | 'lying'): string[] => bars.filter((bar) => bar[direction]).map(({ name }) => name);
    return {
      upright: [...(innerWidth > document.documentElement.clientWidth ? ['the page'] : []), ...named('upright')],
      lying: named('lying'),
    };
  });

test(
  'with scroll bars as on Windows a screen shows one beside the content, none in the phone or below tabs, and scrolls sideways at no width',
  { tag: ['@E-53'] },
  async ({ browser }, { project: { use } }) => {
    // Playwright's browser hides scroll bars from its start. The other tests and their pictures stay so: what they measure would be 15 px narrower.
    const withBars = await browser.browserType().launch({ ...use.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
    const page = await withBars.newPage({ locale: 'en-US', reducedMotion: 'reduce' });
    waitForRoutes(page);
    const softly = expect.configure({ soft: true });
    const pageHasBar = new Set<string>();
    await speak(page, 'pl');
    await openAs(page, 'admin');
    for (const [path, most] of screens)
      await test.step(path, async () => {
        await page.goto(`${urls.adminUrl}/${path}`);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        for (const size of windows) {
          await page.setViewportSize(size);
          const at = `${path} at ${size.width} px`;
          const { upright, lying } = await barsOf(page);
          if (upright.includes('the page')) pageHasBar.add(path);
          softly(upright.length, `${at}: ${upright.join(', ')}`).toBeLessThanOrEqual(most);
          softly(lying, at).toEqual([]);
          softly(await sidewaysScroll(page), at).toBeLessThanOrEqual(0);
          await photograph(page, `scroll-bars-${path.replaceAll(/\W+/g, '-')}-${size.width}`);
        }
      });
    await withBars.close();
    // Else bars were hidden, and nothing was measured.
    expect(pageHasBar.size).toBe(screens.length);
  },
);
