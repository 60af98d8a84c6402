import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** Unfolds every section of the settings; the address then names the last of them. */
export const unfoldSections = async (page: Page): Promise<void> => {
  const folded = page.getByRole('button', { name: /^(Zmień|Change): /, expanded: false });
  await expect(page.getByRole('button', { name: /^(Zwiń|Fold): / }).first()).toBeVisible();
  while ((await folded.count()) > 0) await folded.first().click();
};
