import { notificationRoutes } from '@endcap/contract/notifications';
import type { Locator, Page, Request } from '@playwright/test';
import { callAs, editor, expect, expectPresentable, forgetEverything, openAs, speak, test, urls } from './product.ts';

const lists = (page: Page) => {
  const seen: URL[] = [];
  page.on('request', (request) => request.url().includes(`${editor}/list`) && seen.push(new URL(request.url())));
  return seen;
};

/** The row of a send of the demo chain, found by its title: those of other tests come before it, and there may be pages of them. */
const rowOf = async (page: Page, title: string): Promise<Locator> => {
  await page.goto(`${urls.adminUrl}/notification?text=${encodeURIComponent(title)}`);
  return page.getByRole('row').filter({ hasText: title });
};

test(
  'rows with text, test flag, sent time and a red or blue button',
  {
    tag: [
      '@NOTIF-LIST-01',
      '@NOTIF-LIST-08',
      '@NOTIF-LIST-09',
      '@NOTIF-LIST-10',
      '@NOTIF-LIST-11',
      '@NOTIF-LIST-12',
      '@NOTIF-LIST-13',
      '@NOTIF-LIST-19',
      '@NOTIF-LIST-24',
      '@A-34',
    ],
  },
  async ({ page }) => {
    await openAs(page, 'admin');
    await expect(page.getByRole('columnheader')).toHaveText(['Treść', 'Odbiorcy', 'Stan', 'Dostarczono', 'Test', 'Kiedy', 'Działania']);
    await expect(await rowOf(page, 'Próba: Mikołajki')).toContainText('Test');
    const colour = async (link: Locator) =>
      (await link.evaluate((element) => getComputedStyle(element).color)).match(/\d+/g)?.map(Number) ?? [];
    const red = (await rowOf(page, 'Kupon 15 zł')).getByRole('link', { name: 'Szczegóły' });
    await expect(red).toHaveAccessibleName(/^Szczegóły: nie przekazano do wysyłki/);
    const [redR = 0, , redB = 0] = await colour(red);
    const row = await rowOf(page, 'Weekend z rabatem');
    await expect(row).toContainText(/20\d\d-\d\d-\d\d \d\d:\d\d/);
    const blue = row.getByRole('link', { name: 'Szczegóły' });
    await expect(blue).toHaveAccessibleName(/^Szczegóły: przekazano do wysyłki/);
    const [blueR = 0, , blueB = 0] = await colour(blue);
    expect([redR > redB, blueB > blueR]).toEqual([true, true]);
    await expect(page.getByRole('button', { name: /usuń|delete|remove/i })).toHaveCount(0);
    await blue.click();
    await expect(page).toHaveURL(/\/notification\/[a-z0-9]{24}$/);
  },
);

test(
  'whom a send was for, where it stands and how many got it, narrowed by state and test',
  { tag: ['@D-04', '@D-26', '@NOTIF-LIST-09'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    await expect(await rowOf(page, 'Nowa gazetka')).toContainText(/Wszyscy.*Wysłano.*otwarto \d/);
    await expect(await rowOf(page, 'Świeży chleb')).toContainText('Marszałkowska');
    await expect(await rowOf(page, 'Druga kawa')).toContainText('Łucja Dąbrowska');
    const only = (name: string) => page.getByRole('button', { name, exact: true });
    const sent = await rowOf(page, 'Nowa gazetka');
    await expect(sent).toBeVisible();
    await only('Testowe').click();
    await expect(page).toHaveURL(/isTest=true/);
    await expect(sent).toHaveCount(0);
    const trial = await rowOf(page, 'Próba: Mikołajki');
    await expect(trial).toContainText('Telefony testowe');
    await only('Testowe').click();
    await expect(page).toHaveURL(/isTest=true/);
    await expect(trial).toBeVisible();
    await only('Bez testowych').click();
    await expect(trial).toHaveCount(0);
    const stopped = await rowOf(page, 'Kupon 15 zł');
    await expect(stopped).toContainText('Nie wysłano');
    await only('Bez testowych').click();
    await only('Przerwane i nieudane').click();
    await expect(page).toHaveURL(/state=stopped/);
    await expect(stopped).toBeVisible();
    await page.goto(`${urls.adminUrl}/notification?state=stopped&text=${encodeURIComponent('Nowa gazetka')}`);
    await expect(page.getByText('Nic nie pasuje do wyszukiwania')).toBeVisible();
    await expect(sent).toHaveCount(0);
    await page.goBack();
    await expect(stopped).toBeVisible();
    await page.reload();
    await expect(only('Bez testowych')).toHaveAttribute('aria-pressed', 'true');
    await only('W toku').click();
    await expect(stopped).toHaveCount(0);
  },
);

test('an employee reads the name of their own store, and asks for no list of stores', { tag: ['@D-04', '@ROLE-02'] }, async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())));
  await openAs(page, 'staff-1');
  await expect(await rowOf(page, 'Świeży chleb')).toContainText('Koszyk Warszawa Marszałkowska');
  expect(refused).toEqual([]);
});

for (const language of ['pl', 'en'] as const)
  test(`the list is presentable (${language})`, { tag: ['@NFR-04', '@NFR-05', '@ux-23', '@ux-24'] }, async ({ page }) => {
    await speak(page, language);
    await openAs(page, 'admin');
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /otwarto|opened/ })
        .first(),
    ).toBeVisible();
    await expectPresentable(page, `notifications-${language}`);
  });

test('wherever a send stands, its word can be read', { tag: ['@NFR-04', '@D-04'] }, async ({ page }) => {
  const states = ['waiting', 'paused', 'planned', 'expanding', 'sending', 'cancelled', 'stopped', 'finished'];
  await page.route(`**${notificationRoutes.deliveries.path}?**`, async (route) => {
    const answer: Record<string, unknown>[] = await (await route.fetch()).json();
    const sending = (n: number) => ({ state: states[n % states.length], pauseReason: null });
    await route.fulfill({ json: answer.map((row, n) => ({ ...row, sending: sending(n) })) });
  });
  // What could not be sent, or was taken back, says so whatever its sending says.
  await page.route(`**${notificationRoutes.list.path}?**`, async (route) => {
    const answer: { items: Record<string, unknown>[] } = await (await route.fetch()).json();
    const items = answer.items.map((row) => ({ ...row, errors: [], recalledAt: null, approval: null }));
    await route.fulfill({ json: { ...answer, items } });
  });
  await openAs(page, 'admin');
  for (const word of ['Wstrzymano', 'Czeka']) await expect(page.getByRole('row').filter({ hasText: word }).first()).toBeVisible();
  await expectPresentable(page, 'notification-standings');
});

for (const language of ['pl', 'en'] as const)
  test(`on a tablet nothing of a row is cut off (${language})`, { tag: ['@issue-18'] }, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await speak(page, language);
    await openAs(page, 'admin');
    await expect(await rowOf(page, 'Nowa gazetka')).toContainText(/otwarto|opened/);
    const beyond = () =>
      page.locator('table').evaluate((table) => {
        const edge = table.parentElement?.getBoundingClientRect().right ?? 0;
        return [...table.querySelectorAll('td *')].filter((part) => part.getBoundingClientRect().right > edge).length;
      });
    await expect.poll(beyond).toBe(0);
    const cut = () =>
      page
        .locator('td .mantine-Badge-label')
        .evaluateAll((labels) => labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length);
    expect(await page.locator('td .mantine-Badge-label').count()).toBeGreaterThan(0);
    await expect.poll(cut).toBe(0);
  });

test("today's used quota is said beside the button", { tag: ['@A-37'] }, async ({ page }) => {
  await page.route('**/check-can-send', (route) => route.fulfill({ json: { canSend: false, reason: 'quota' } }));
  await openAs(page, 'admin');
  await expect(page.getByText('Na dziś jest już powiadomienie')).toBeVisible();
});

test(
  'search after 800 ms of rest, one request, in the URL',
  {
    tag: ['@NOTIF-LIST-02', '@NOTIF-LIST-03', '@NOTIF-LIST-04', '@NOTIF-LIST-05', '@NAV-03', '@NAV-30', '@NAV-31', '@NAV-32', '@CONST-03'],
  },
  async ({ page }) => {
    await openAs(page, 'admin');
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    const seen = lists(page);
    const field = page.getByRole('textbox', { name: 'Szukaj w tytule i treści' });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const sign of 'gazetk') {
      await field.press(sign);
      await page.clock.runFor(300);
    }
    await page.clock.runFor(450);
    expect(seen).toHaveLength(0);
    await page.clock.runFor(100);
    await page.clock.resume();
    await expect(page).toHaveURL(/\?text=gazetk$/);
    await expect(page.getByRole('row')).toHaveCount(2 + 1);
    expect(seen.map((url) => url.searchParams.get('text'))).toEqual(['gazetk']);
    await page.reload();
    await expect(field).toHaveValue('gazetk');
    await expect(page.getByRole('row')).toHaveCount(2 + 1);
  },
);

test(
  'pages in the URL and in the call, at most five links, page size from the server',
  { tag: ['@D-54', '@NOTIF-LIST-06', '@NOTIF-LIST-07', '@NOTIF-LIST-21', '@NAV-32'] },
  async ({ page }) => {
    await page.route(`**${editor}/list?**`, async (route) => {
      const url = new URL(route.request().url());
      const body: { items: unknown[] } = await (await route.fetch()).json();
      await route.fulfill({
        json: {
          ...body,
          items: body.items.slice(0, 2),
          total: 19,
          page: Number(url.searchParams.get('page') ?? 1),
          pageSize: 2,
          pageCount: 10,
        },
      });
    });
    await openAs(page, 'admin');
    const seen = lists(page);
    const links = page.getByRole('navigation', { name: 'Strony' }).getByRole('link', { name: /^Strona/ });
    await expect(links).toHaveText(['1', '2', '3', '4', '5']);
    // D-53: addresses that a tab of their own can open.
    await expect(links.nth(1)).toHaveAttribute('href', '/notification?page=2');
    await links.getByText('5').click();
    await expect(page).toHaveURL(/\?page=5$/);
    await expect(links).toHaveText(['3', '4', '5', '6', '7']);
    expect(seen.at(-1)?.searchParams.get('page')).toBe('5');
    await page.goBack();
    await expect(links.first()).toHaveText('1');
    await page.goForward();
    await expect(page.getByRole('link', { name: 'Strona 5' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('textbox', { name: 'Szukaj w tytule i treści' }).fill('chleb');
    await expect(page).toHaveURL(/\?text=chleb$/);
  },
);

test(
  'nonsense in the address falls back, a page beyond the end moves to the last',
  { tag: ['@NAV-34', '@A-28', '@Q14'] },
  async ({ page }) => {
    await openAs(page, 'admin');
    for (const query of ['?page=abc', '?page=-5', '?page=1.5&text=%5B', '?page=999', '?unknown=1']) {
      await page.goto(`${urls.adminUrl}/notification${query}`);
      await expect(page.getByRole('heading', { name: 'Powiadomienia' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.goto(`${urls.adminUrl}/notification?page=999&text=Kupon`);
    await expect(page).toHaveURL(/\/notification\?text=Kupon$/);
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
  },
);

test(
  'staff see how many phones chose their store, a dash when that fails',
  { tag: ['@NOTIF-LIST-14', '@NOTIF-LIST-15', '@NOTIF-LIST-16', '@NOTIF-LIST-17', '@NOTIF-LIST-25', '@ROLE-04', '@ROLE-05'] },
  async ({ page }) => {
    const mine = page.waitForRequest('**/session/get-my-store');
    await openAs(page, 'staff-1');
    await mine;
    const store = (await callAs('staff-1', '/session/get-my-store')).body as { _id: string };
    const { main, notifications } = (await callAs('staff-1', `/api/v1/stats/store-subscription/${store._id}`)).body as {
      main: number;
      notifications: number;
    };
    const banner = page.getByTestId('store-reach');
    await expect(banner).toContainText(`Dla ${main} urządz`);
    await expect(banner).toContainText(`to główny sklep; ${notifications} subskryb`);
    await page.route('**/stats/store-subscription/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await expect(banner).toContainText('Dla – urządzeń to główny sklep; – subskrybuje powiadomienia.');
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    await forgetEverything(page);
    await openAs(page, 'admin');
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
  },
);

test(
  'empty, no match, failed (said after one more try) and slow are different',
  { tag: ['@NOTIF-LIST-22', '@ERR-16', '@D-53', '@ux-17', '@ux-18'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${urls.adminUrl}/notification?text=zzzzz`);
    await expect(page.getByText('Nic nie pasuje do wyszukiwania')).toBeVisible();
    await page.getByRole('button', { name: 'Wyczyść filtry' }).click();
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    let tries = 0;
    await page.route(`**${editor}/list**`, (route) => {
      tries += 1;
      return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x', requestId: 'abc123' } } });
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Nie udało się wczytać danych.');
    await expect(page.getByRole('alert')).toContainText('abc123');
    expect(tries).toBe(2);
    await page.unroute(`**${editor}/list**`);
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    await page.route(`**${editor}/list**`, (route) =>
      route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 20, pageCount: 1 } }),
    );
    await page.reload();
    await expect(page.getByText('Nie ma jeszcze powiadomień')).toBeVisible();
    await page.getByRole('combobox', { name: 'Selected store' }).fill('Zamość');
    await page.getByRole('option').click();
    await expect(page.getByText('Sklep Koszyk Zamość Żdanowska, Zamość nie wysłał jeszcze żadnego powiadomienia')).toBeVisible();
  },
);

test('a late answer never overwrites a newer one', { tag: ['@NFR-03'] }, async ({ page }) => {
  await openAs(page, 'admin');
  await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
  let answer = (): void => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${editor}/list?**text=chleb**`, async (route) => {
    await late;
    await route.continue().catch(() => {});
  });
  // Answered at last, or given up by the page.
  const isLate = (request: Request): boolean => request.url().includes('text=chleb');
  const over = Promise.race([page.waitForEvent('requestfinished', isLate), page.waitForEvent('requestfailed', isLate)]);
  const field = page.getByRole('textbox', { name: 'Szukaj w tytule i treści' });
  await field.fill('chleb');
  await expect(page).toHaveURL(/text=chleb/);
  await field.fill('Dynie');
  await expect(page.getByRole('row')).toHaveCount(2);
  answer();
  await over;
  await expect(page.getByRole('row').nth(1)).toContainText('Dynie');
});

test('admin screens opened by staff lead to notifications', { tag: ['@ROLE-13', '@ROLE-14', '@NAV-28', '@Z18'] }, async ({ page }) => {
  await openAs(page, 'staff-1');
  for (const path of ['/threads', '/knowledge', '/store', '/store-group', '/content', '/popup', '/settings']) {
    await page.goto(urls.adminUrl + path);
    await expect(page).toHaveURL(/\/notification$/);
  }
});

test('choosing a store narrows the list at once', { tag: ['@TOP-19', '@NOTIF-LIST-23'] }, async ({ page }) => {
  await openAs(page, 'admin');
  await page.getByRole('combobox', { name: 'Selected store' }).fill('Puławska');
  await page.getByRole('option').click();
  await expect(page.getByRole('row').filter({ hasText: 'Weekend' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Zmiana godzin otwarcia' })).toHaveCount(1);
});

test(
  'details and send form lead back to the list as it was, with the row that was opened marked and focused',
  { tag: ['@D-45', '@ux-16'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 400 });
    await openAs(page, 'admin');
    const list = '/notification?text=e';
    await page.goto(`${urls.adminUrl}${list}`);
    const link = page.getByRole('row').nth(6).getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
    await link.scrollIntoViewIfNeeded();
    const before = await scrolled();
    expect(before).toBeGreaterThan(50);
    await link.click();
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}${list}`);
    const back = page.locator('tr[data-marked]').getByRole('link', { name, exact: true });
    await expect(back).toBeFocused();
    await expect(back).toBeInViewport();
    // Rows that are sent meanwhile lose their progress and some of their height; not a whole row of it.
    await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(40);
    // The form's way back stands where that of any editor does, and beside its buttons.
    for (const name of ['Powiadomienia', 'Wróć']) {
      await page.getByRole('link', { name: 'Nowe powiadomienie' }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`${urls.adminUrl}${list}`);
      await expect(page.getByRole('row').nth(6)).toBeVisible();
    }
    // What is not there leads back just the same.
    await page.goto(`${urls.adminUrl}/notification/nosuchnotification`);
    await page.getByRole('link', { name: 'Powiadomienia', exact: true }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}${list}`);
  },
);

test('whoever signs in next in the same tab finds nothing of how somebody else left the lists', { tag: ['@D-45'] }, async ({ page }) => {
  await openAs(page, 'admin', `${urls.adminUrl}/notification?text=Kupon`);
  await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
  // The session ends by itself: nobody signs out.
  await page.evaluate(() => localStorage.removeItem('endcap.session'));
  await page.context().clearCookies();
  await page.goto(`${urls.adminUrl}/notification/new`);
  await page.getByRole('button', { name: /^(Log In|Zaloguj się)$/ }).click();
  await page.locator('button[value="staff-1"]').click();
  await page.getByRole('link', { name: 'Wróć', exact: true }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/notification`);
});
