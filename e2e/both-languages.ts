import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectPresentable, photograph } from './product.ts';

/** Switches the language of an open page, as another tab of the same browser does. */
export const switchTo = async (page: Page, language: 'pl' | 'en'): Promise<void> => {
  await page.evaluate((chosen) => {
    localStorage.setItem('endcap.language', JSON.stringify(chosen));
    dispatchEvent(new StorageEvent('storage', { key: 'endcap.language' }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
};

/** Checks the appearance of a Polish screen, and that its English words cause no sideways scroll at 360 px. */
export const expectPresentableInBoth = async (page: Page, name: string): Promise<void> => {
  await expectPresentable(page, name);
  await page.setViewportSize({ width: 360, height: 900 });
  await switchTo(page, 'en');
  await expectNoSidewaysScroll(page);
  await photograph(page, `${name}-en-360`, { fullPage: true });
  await switchTo(page, 'pl');
  await page.setViewportSize({ width: 1400, height: 900 });
};
