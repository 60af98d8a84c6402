import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, expectNoSidewaysScroll, photograph, stopMotion } from './product.ts';

/**
 * Checks one part of a screen, such as a dialog or a notice: axe in the light scheme, contrast in the dark one, and no sideways scroll at
 * 360 px. The rest of the screen is checked by `expectPresentable` once, where it is opened without that part.
 */
export const expectPartPresentable = async (page: Page, part: Locator, name: string): Promise<void> => {
  await expect(part).toBeVisible();
  await stopMotion(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, ['color-contrast'], part);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, undefined, part);
  await photograph(page, name);
  const before = page.viewportSize() ?? { width: 1400, height: 900 };
  await page.setViewportSize({ width: 360, height: 900 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(before);
};
