import type { Locator } from '@playwright/test';
import { expect, expectPresentable, openAs, speak, test, urls } from './product.ts';

/** Words of the main column that are broken over two lines. */
const wordsInTwo = (table: Locator): Promise<string[]> =>
  table.locator('[data-kind="main"]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      return broken;
    }),
  );

test(
  'an administrator goes from the settings to the health of the system, sees what runs, and has a job run now',
  { tag: ['@E-7E'] },
  async ({ page }) => {
    await speak(page, 'en');
    await openAs(page, 'admin');
    await page.goto(`${urls.adminUrl}/settings`);
    await page.getByRole('link', { name: 'System health' }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}/settings/system`);
    await expect(page.getByRole('heading', { level: 1, name: 'System health' })).toBeVisible();
    const processes = page.getByRole('region', { name: 'Processes' });
    for (const kind of ['admin-api', 'app-api', 'push-worker'])
      await expect(processes.getByRole('row').filter({ hasText: `(${kind})` })).not.toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Checks' }).getByRole('row').filter({ hasText: 'PostgreSQL' }).first()).toContainText(
      'OK',
    );
    const seal = page.getByRole('region', { name: 'Background jobs' }).getByRole('row').filter({ hasText: 'Seal the change history' });
    const ran = async () => (await seal.locator('time').first().getAttribute('datetime')) ?? '';
    const before = await ran();
    await expectPresentable(page, 'system-health');
    await page.setViewportSize({ width: 768, height: 1000 });
    expect(await wordsInTwo(page.getByRole('region', { name: 'Checks' }))).toEqual([]);
    await seal.getByRole('button', { name: 'Run now: Seal the change history' }).click();
    await expect.poll(ran).not.toBe(before);
    await expect(seal.getByRole('button')).toBeVisible();
  },
);
