import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/** Signs the administrator in; returns the path of the browser's storage. */
export const signedIn = async (browser: Browser, adminUrl: string): Promise<string> => {
  const page = await browser.newPage();
  await page.goto(`${adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="admin"]').click();
  await page.waitForURL(/\/notification/);
  const file = join(mkdtempSync(join(tmpdir(), 'endcap-bench-')), 'session.json');
  await page.context().storageState({ path: file });
  await page.context().close();
  return file;
};
