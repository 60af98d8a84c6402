import { expectAccessible } from './accessible.ts';
import { expect, expectNoSidewaysScroll, expectPresentable, test, urls } from './product.ts';

const both = [
  { name: 'api-docs-staff', url: urls.adminUrl, operation: 'notificationSend', resource: 'Notifications' },
  { name: 'api-docs-phones', url: urls.appUrl, operation: 'deviceRegister', resource: 'Devices' },
];

for (const { name, url, operation, resource } of both)
  test(
    `${name} is grouped by resource, shows examples, fits every width, and is searched by words of method, path and summary`,
    { tag: ['@KIT-04', '@D-4B'] },
    async ({ page }) => {
      const missing: string[] = [];
      page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
      await page.goto(`${url}/api-docs#${operation}`);
      const details = page.locator(`#${operation}`);
      await expect(details).toHaveAttribute('open', '');
      await expect(page.getByRole('navigation', { name: 'Resources' }).getByRole('link', { name: resource, exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: resource, exact: true })).toBeVisible();
      await expect(details.getByRole('heading', { name: 'Body' })).toBeVisible();
      await expect(details).toContainText('too_large');
      await expect(page.locator('main')).not.toContainText(/\b[A-Z]{1,6}-[A-Z]*-?\d/);
      // Names in sentences are drawn as such; schemas are shown as they are written.
      await expect(page.locator('header, main > section:not(#schemas)').filter({ hasText: '`' })).toHaveCount(0);
      await expect(page.locator('summary small code').first()).toBeAttached();
      // Both are drawn by the same code: the smaller one is looked at in both schemes.
      if (operation === 'deviceRegister') await expectPresentable(page, name);
      else {
        await expectAccessible(page);
        await page.setViewportSize({ width: 360, height: 900 });
        await expectNoSidewaysScroll(page);
      }
      const others = page.locator('main > section > details:visible');
      const all = await others.count();
      const path = (await page.locator(`#${operation} summary code`).first().textContent()) ?? '';
      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.fill(`post ${path.toUpperCase()}`);
      await expect(details).toBeVisible();
      expect(await others.count()).toBeLessThan(all);
      await expect(page.getByRole('heading', { level: 2, name: resource, exact: true })).toBeVisible();
      await search.fill('');
      await expect(others).toHaveCount(all);
      expect(missing).toEqual([]);
    },
  );

test('a call that is copied as curl is a valid request to the API', { tag: ['@KIT-04'] }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${urls.appUrl}/api-docs#deviceRegister`);
  await page.locator('#deviceRegister').getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [, method, address] = /^curl -X (\w+) '([^']+)'/.exec(copied) ?? [];
  const [, body] = /-d '(.*)'$/s.exec(copied) ?? [];
  expect([method, address]).toEqual(['POST', `${urls.appUrl}/app/v1/devices`]);
  const answer = await fetch(address ?? '', { method: method ?? '', headers: { 'content-type': 'application/json' }, body: body ?? '' });
  expect([201, 401]).toContain(answer.status);
});
