import { expect, expectPresentable, openAs, speak, test, urls } from './product.ts';

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
    await seal.getByRole('button', { name: 'Run now: Seal the change history' }).click();
    await expect.poll(ran).not.toBe(before);
    await expect(seal.getByRole('button')).toBeVisible();
  },
);
