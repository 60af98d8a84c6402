import { appContentRoutes, contentRoutes, contentWords, tabs } from '@endcap/contract/content';
import { popupRoutes } from '@endcap/contract/popups';
import { ITEMS_MOST, previewRoutes } from '@endcap/contract/preview';
import { segmentRoutes } from '@endcap/contract/segments';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import type { Locator, Page } from '@playwright/test';
import { create, save, stored, unfold } from './content.ts';
import { expectPartPresentable } from './presentable-part.ts';
import { onPhone } from './phones.ts';
import { allStores, aStore, callAs, expect, expectPresentable, openAs, photograph, read, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/preview`;
const DAY = 86_400_000;
const after = (ms: number): string => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + ms).toISOString();

const figure = (page: Page, name: string | RegExp = /^(The customer's app|Aplikacja klienta)$/): Locator =>
  page.getByRole('figure', { name });
const cards = (page: Page, name?: string | RegExp): Locator => figure(page, name).getByTestId('card');
const drawn = async (page: Page): Promise<void> => {
  await expect(figure(page)).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};
/** Closes the popups that the app shows when it opens. */
const withoutPopups = async (page: Page, name?: string | RegExp): Promise<void> => {
  const close = figure(page, name).getByRole('button', { name: /^(Close|Zamknij)$/ });
  // Retried, because a popup may be rendered again meanwhile.
  await expect(async () => {
    while ((await close.count()) > 0) await close.first().click({ timeout: 2_000 });
  }).toPass();
};
/** Closes popups until one has this text. The chain has popups of its own, which come first. */
const closeUntil = async (page: Page, text: string): Promise<void> => {
  const close = figure(page).getByRole('button', { name: 'Close' });
  for (let popup = 0; popup < 20; popup += 1) {
    await expect(close).toBeVisible();
    const shown = (await figure(page).textContent()) ?? '';
    if (shown.includes(text)) return;
    await close.click();
    await expect(figure(page)).not.toHaveText(shown);
  }
};
/** A store of this test alone, and an item for its customers. */
const createStore = async (name: string) => (await aStore({ name }))._id;
const anItem = (title: string, store: string, facts: Record<string, unknown> = {}) =>
  create({ name: `Podgląd: ${title}`, title, version: '', includeStoreType: '', includeStores: [store], ...facts });

test.afterAll(async () => {
  const made = await read('admin', contentRoutes.list, { query: { name: 'Podgląd: ', pageSize: 1000 } });
  for (const { _id } of made.items) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
  for (const { _id, name } of (await read('admin', popupRoutes.list, { query: { pageSize: 1000 } })).items)
    if (name.startsWith('Podgląd: ')) await callAs('admin', `/api/v1/popup-editor/${_id}`, { method: 'DELETE' });
});

type Card = { title: string; words: string[]; pressed: boolean };
const known = new Set(['Przypięte', 'Nieaktywne', 'Wkrótce', 'Nie w każdym sklepie']);
const cardsOnPhone = (phone: Page): Promise<Card[]> =>
  phone.locator('#feed > .card').evaluateAll((all: HTMLButtonElement[]) =>
    all.map((card) => ({
      title: card.querySelector('b')?.textContent || card.querySelector('img')?.alt || '',
      words: [...card.querySelectorAll('small')].map(({ textContent }) => textContent ?? '').toSorted(),
      pressed: !card.disabled,
    })),
  );
const inPreview = async (page: Page): Promise<Card[]> => {
  const all = await cards(page).evaluateAll((found) =>
    found.map((card) => ({
      title: card.querySelector('button, strong')?.textContent ?? '',
      words: [...card.querySelectorAll('small')].map(({ textContent }) => textContent ?? '').toSorted(),
      pressed: card.querySelector('button') !== null,
    })),
  );
  return all.map((card) => ({ ...card, words: card.words.filter((word) => known.has(word)) }));
};

/** Viewers of the demo chain with different feeds. No two of them send the same request. */
const viewersOf = async (count: number) => {
  const stores = (await allStores()).filter(({ storeNo }) => storeNo !== null && storeNo <= 140);
  const segments = await read('admin', segmentRoutes.list);
  const versions = ['3.4', '3.1', '4.0', '2.9'];
  return Array.from({ length: count }, (_, n) => ({
    // Every tenth has no store.
    storeId: n % 10 === 9 ? '' : (stores[(n * 7) % stores.length]?._id ?? ''),
    segments: n % 3 === 0 ? [] : segments.slice(n % segments.length, (n % segments.length) + (n % 3)).map(({ name }) => name),
    appVersion: `${versions[n % versions.length]}.${n}`,
    tab: tabs[n % tabs.length] ?? 'start',
  }));
};
type Viewer = Awaited<ReturnType<typeof viewersOf>>[number];

/** Returns a viewer's responses of the app API: the whole feed, and the feed of their tab. */
const feedOf = async ({ storeId, segments, appVersion, tab }: Viewer) => {
  const query = { appVersion, segments: segments.join(), ...(storeId && { storeId }) };
  const [all, ofTab] = [
    await onPhone(appContentRoutes.feed, { query }),
    await onPhone(appContentRoutes.feed, { query: { ...query, tab } }),
  ];
  // Files have the addresses of the app API.
  const items = JSON.parse(JSON.stringify(all.items).replaceAll(`"${urls.appUrl}/`, '"/')) as unknown;
  return { items, nextChangeAt: all.nextChangeAt, ofTab: ofTab.items.map(({ _id }) => _id) };
};
const previewedFor = async ({ storeId, segments, appVersion, tab }: Viewer) => {
  const body = { storeId: storeId || null, segments, appVersion };
  const { items, nextChangeAt, tabs: told } = await read('admin', previewRoutes.show, { body });
  return { items, nextChangeAt, ofTab: told[tab] };
};

test('the preview returns for 50 viewers the same items as the app API', { tag: ['@PREV-01', '@PREV-02', '@E-85'] }, async () => {
  const seen = new Set<string>();
  for (const viewer of await viewersOf(50))
    // Retried, because other tests may save between the two requests.
    await expect(async () => {
      const fed = await feedOf(viewer);
      expect(await previewedFor(viewer), JSON.stringify(viewer)).toEqual(fed);
      seen.add(JSON.stringify(fed.items));
    }).toPass();
  // The viewers differ enough: they see more than ten different screens.
  expect(seen.size).toBeGreaterThan(10);
});

test('the preview draws each tab as the sandbox phone does, card by card', { tag: ['@PREV-01', '@PREV-02'] }, async ({ page, context }) => {
  await speak(page, 'pl');
  const phone = await context.newPage();
  await phone.goto(urls.phoneUrl);
  await expect(phone.locator('body')).toHaveAttribute('data-ready', 'true');
  await phone.getByRole('button', { name: 'Otwórz aplikację' }).click();
  await openAs(page, 'admin', screen);
  const viewers = await viewersOf(50);
  // Each tab once; the last of these viewers has no store.
  for (const { storeId, segments, appVersion, tab } of [0, 26, 32, 13, 9].flatMap((n) => viewers[n] ?? [])) {
    const name = contentWords.pl.tabs[tab];
    const asked = new URLSearchParams({
      ...(storeId && { store: storeId }),
      ...(segments.length > 0 && { segments: segments.join() }),
      version: appVersion,
    });
    const isAsked = (url: string): boolean => url.includes(`appVersion=${appVersion}&`) && url.includes(`tab=${tab}`);
    await phone.locator('#version').fill(appVersion);
    await phone.locator('#segments').fill(segments.join(', '));
    await phone.locator('#main').selectOption(storeId);
    const answered = phone.waitForResponse((response) => isAsked(response.url()));
    await phone.getByRole('navigation', { name: 'Zakładki' }).getByRole('button', { name, exact: true }).click();
    await answered;
    await expect(async () => {
      await page.goto(`${screen}?${asked}`);
      await drawn(page);
      await withoutPopups(page);
      await figure(page).getByRole('button', { name, exact: true }).click();
      expect(await inPreview(page)).toEqual(await cardsOnPhone(phone));
    }).toPass();
  }
});

test(
  'keeps the viewer and the moment in the URL, and tabs, items, links and popups work as in the app',
  { tag: ['@PREV-01'] },
  async ({ page }) => {
    await speak(page, 'en');
    const store = await createStore('Koszyk Podgląd');
    const linked = await anItem('Regulamin kawy', store, { contentType: 'regulation' });
    await anItem('Kawa za złotówkę', store, {
      pinned: true,
      headerText: `Szczegóły: [regulamin](endcap://${linked._id}) i [nic](endcap://nosuchitem)`,
      publicationStart: after(-DAY),
      validityStart: after(-DAY),
    });
    await anItem('Jutrzejsza gazetka', store, { publicationStart: after(DAY), validityStart: after(DAY) });
    await read('admin', popupRoutes.create, { body: { name: 'Podgląd: popup', text: 'Dzień **dobry**', version: '>= 7.7.7' } });

    await openAs(page, 'admin');
    await page.getByRole('link', { name: 'App preview' }).click();
    await expect(page).toHaveURL(screen);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('App preview');
    await drawn(page);
    await page.getByRole('combobox', { name: "The customer's store" }).fill('Koszyk Podgląd');
    await page.getByRole('option', { name: /Koszyk Podgląd/ }).click();
    await expect(page).toHaveURL(`${screen}?store=${store}`);
    await page.getByRole('textbox', { name: 'App version' }).fill('7.7.8');
    await expect(page).toHaveURL(`${screen}?store=${store}&version=7.7.8`);
    await drawn(page);
    const app = figure(page);
    await expectPartPresentable(page, app, 'preview-popup');
    await closeUntil(page, 'Dzień dobry');
    await withoutPopups(page);
    await expect(cards(page).first()).toContainText(/Kawa za złotówkę\s*Pinned/);
    await expect(app.getByText('Jutrzejsza gazetka')).toHaveCount(0);

    await app.getByRole('button', { name: 'Kawa za złotówkę' }).click();
    await app.getByRole('button', { name: 'regulamin' }).click();
    await expect(app.locator('strong')).toHaveText('Regulamin kawy');
    await app.getByRole('button', { name: 'Close' }).click();
    await app.getByRole('button', { name: 'Kawa za złotówkę' }).click();
    await app.getByRole('button', { name: 'nic' }).click();
    await expect(app).toContainText('This content cannot be opened on this phone.');
    await app.getByRole('button', { name: 'Close' }).click();
    await app.getByRole('button', { name: 'Loyalty', exact: true }).click();
    await expect(app.getByText('pts').first()).toBeVisible();
    await app.getByRole('radio', { name: /^Notifications \(/ }).click();
    await expect(cards(page)).toHaveCount(0);
    await app.getByRole('button', { name: 'Actions', exact: true }).click();
    await expect(cards(page)).toContainText(['Regulamin kawy']);

    // An hour of the day after tomorrow; a reload shows the same, and another language.
    await page.getByRole('textbox', { name: 'Moment (Warsaw)' }).fill(after(3 * DAY).slice(0, 10));
    await page.getByRole('textbox', { name: 'Moment (Warsaw)' }).blur();
    await expect(page).toHaveURL(/&at=20/);
    await page.reload();
    await drawn(page);
    await withoutPopups(page);
    await expect(cards(page).getByText('Jutrzejsza gazetka')).toBeVisible();
    await expect(app.getByText('The app as it will look')).toBeVisible();
    await expectPresentable(page, 'preview');
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await expect(page).not.toHaveURL(/at=/);
    await expect(app.getByText('Jutrzejsza gazetka')).toHaveCount(0);
  },
);

test(
  '"why does the customer of this store not see the coffee coupon?" is answered in words, with the way to show it',
  { tag: ['@PREV-03', '@done-when'] },
  async ({ page }) => {
    await speak(page, 'pl');
    const [store, other] = [await createStore('Koszyk Niekawowy'), await createStore('Koszyk Z Kawą')];
    const coupon = await create({
      name: 'Podgląd: kupon na kawę',
      title: 'Kupon na kawę',
      version: '>= 9.0.0',
      includeStoreType: '',
      includeStores: [other],
      excludeStores: [store],
      publicationStart: after(3 * DAY),
      validityStart: after(3 * DAY),
    });
    await openAs(page, 'admin', `${screen}?store=${store}`);
    await drawn(page);
    const list = page.getByRole('region', { name: 'Czego ten klient nie widzi' });
    await list.getByRole('textbox', { name: 'Szukaj wśród tego, czego nie widać' }).fill('KAWE');
    await expect(page).toHaveURL(/text=KAWE/);
    const row = list.getByRole('listitem').filter({ hasText: 'Kupon na kawę' }).first();
    await expect(row).toContainText('Gazetka');
    await expect(row).toContainText('Publikacja zaczyna się');
    await expect(row).toContainText('Sklep jest wykluczony z nazwy.');
    await expect(row).toContainText('Treść jest dla innych sklepów.');
    await expect(row).toContainText('Tylko dla wersji aplikacji >= 9.0.0.');
    await expect(row).toContainText('Klient nie zobaczy treści, dopóki choć jeden z tych powodów trwa.');
    await expect(row).not.toContainText('Zobaczy');
    await expectPartPresentable(page, list, 'preview-hidden');
    await row.getByRole('button', { name: 'Pokaż tę chwilę' }).click();
    await expect(page).toHaveURL(/at=20/);
    await expect(row).not.toContainText('Publikacja zaczyna się');
    await list.getByRole('textbox').fill('nic takiego nie ma');
    await expect(list.getByRole('status')).toHaveText('Nic takiego nie jest ukryte.');
    await page.goBack();
    await page.goto(`${screen}?store=${other}&text=kupon+na+kaw%C4%99`);
    await list.getByRole('link', { name: 'Kupon na kawę' }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}/content/${coupon._id}`);
  },
);

test('the arrow keys step from change to change, and say what turns', { tag: ['@PREV-04'] }, async ({ page }) => {
  await speak(page, 'en');
  const store = await createStore('Koszyk Zmian');
  const [begins, ends] = [after(DAY), after(2 * DAY)];
  await anItem('Krótka akcja', store, { publicationStart: begins, validityStart: begins, publicationEnd: ends, validityEnd: ends });
  await openAs(page, 'admin', `${screen}?store=${store}`);
  await drawn(page);
  const bar = page.getByRole('slider', { name: 'Moments at which something changes' });
  // The demo chain's items turn as well: on until it is ours.
  const stepTo = async (what: string, key: string): Promise<void> => {
    const said = async (): Promise<string> => (await bar.getAttribute('aria-valuetext')) ?? '';
    // Focus the slider: a click in the phone moves the focus there.
    await bar.focus();
    for (let n = 0; n < 200 && !(await said()).includes(what); n += 1) {
      const before = await said();
      await page.keyboard.press(key);
      await expect.poll(said).not.toBe(before);
    }
    await drawn(page);
    expect(await said()).toContain(what);
  };
  await stepTo('“Krótka akcja” appears', 'ArrowRight');
  expect(new URL(page.url()).searchParams.get('at')).toBe(begins);
  await withoutPopups(page);
  await expect(cards(page).getByText('Krótka akcja')).toBeVisible();
  await stepTo('“Krótka akcja” disappears', 'ArrowRight');
  await expect(figure(page).getByText('Krótka akcja')).toHaveCount(0);
  await stepTo('“Krótka akcja” appears', 'ArrowLeft');
  await expect(bar).toBeFocused();
  await expect(cards(page).getByText('Krótka akcja')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Next change: .*(Krótka akcja|appears|disappears|valid|expires)/ })).toBeEnabled();
});

test(
  'two phones side by side: two stores or two instants, what differs is outlined and listed with its reason',
  { tag: ['@PREV-05'] },
  async ({ page }) => {
    await speak(page, 'en');
    const [store, other] = [await createStore('Koszyk Pierwszy'), await createStore('Koszyk Drugi')];
    await anItem('Tylko u nas', store);
    await openAs(page, 'admin', `${screen}?store=${store}`);
    await drawn(page);
    await page.getByRole('button', { name: 'Compare with a second phone' }).click();
    const differences = page.getByRole('region', { name: 'What differs' });
    await expect(differences.getByRole('status')).toHaveText('Both phones show the same.');
    const second = page.getByRole('region', { name: 'Second phone' });
    await second.getByRole('combobox', { name: "The customer's store" }).fill('Koszyk Drugi');
    await page.getByRole('option', { name: /Koszyk Drugi/ }).click();
    await expect(page).toHaveURL(new RegExp(`store=${store}.*store2=${other}.*beside=true`));
    const row = differences.getByRole('listitem').filter({ hasText: 'Tylko u nas' }).first();
    await expect(row).toContainText(/on the first phone only/);
    await expect(row).toContainText('It is for other stores.');
    await withoutPopups(page, 'First phone');
    await expect(cards(page, 'First phone').filter({ hasText: 'Tylko u nas' })).toHaveAttribute('data-differs', 'true');
    await expect(figure(page, 'Second phone').getByText('Tylko u nas')).toHaveCount(0);
    await withoutPopups(page, 'Second phone');
    await expectPartPresentable(page, page.getByRole('main'), 'preview-two');
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await expect(page).toHaveURL(`${screen}?store=${store}`);
  },
);

test(
  'shows that it lists only the first items, and a later one opens by its link and does not count as a difference',
  { tag: ['@17.1', '@PREV-01', '@PREV-05'] },
  async ({ page }) => {
    test.slow();
    await speak(page, 'en');
    const store = await createStore('Koszyk Pełny');
    // Sorted behind all other items of the chain.
    const old = { publicationStart: '2020-01-01T00:00:00Z', publicationEnd: '2100-01-01T00:00:00Z' };
    const last = await anItem('Na samym końcu', store, old);
    const { _id: _, revision: _revision, ...facts } = last;
    const makeOne = async (n: number): Promise<void> => {
      const body = { ...facts, title: `Nr ${n}`, publicationStart: '2020-01-02T00:00:00Z', validityStart: '2026-01-01T00:00:00Z' };
      expect((await callAs('admin', '/api/v1/content-editor', { method: 'POST', body })).status).toBe(201);
    };
    for (let n = 0; n < ITEMS_MOST; n += 10) await Promise.all(Array.from({ length: 10 }, (_one, at) => makeOne(n + at)));
    await anItem('Na samej górze', store, { pinned: true, version: '>= 9.0.0', headerText: `[do końca](endcap://${last._id})` });

    await openAs(page, 'admin', `${screen}?store=${store}&version=9.0.0`);
    await drawn(page);
    await withoutPopups(page);
    await expect(cards(page)).toHaveCount(ITEMS_MOST);
    await expect(figure(page).getByText(/^The preview shows the first 200 of \d+; the app shows all of them\.$/)).toBeVisible();
    await expect(figure(page).getByText('Na samym końcu')).toHaveCount(0);
    await figure(page).getByText('The preview shows the first').scrollIntoViewIfNeeded();
    await photograph(page, 'preview-first-of-many');
    await figure(page).getByRole('button', { name: 'Na samej górze' }).click();
    await figure(page).getByRole('button', { name: 'do końca' }).click();
    await expect(figure(page).locator('strong')).toHaveText('Na samym końcu');
    await figure(page).getByRole('button', { name: 'Close' }).click();
    await figure(page).getByRole('button', { name: 'Loyalty', exact: true }).click();
    await expect(figure(page).getByText('The preview shows the first')).toHaveCount(0);

    await page.getByRole('button', { name: 'Compare with a second phone' }).click();
    const differences = page.getByRole('region', { name: 'What differs' });
    await expect(differences.getByRole('status')).toHaveText('In what was compared, both phones show the same.');
    await expect(differences).toContainText('among the first 200 of a tab was compared');
    // Without the first one there is room for another on the second phone; the first has it as well, further down.
    await page.goto(`${screen}?store=${store}&version=9.0.0&beside=true&store2=${store}`);
    await expect(differences.getByRole('listitem').filter({ hasText: 'Na samej górze' })).toContainText('on the first phone only');
    await expect(differences.getByRole('listitem').filter({ hasText: 'on the second phone only' })).toHaveCount(0);
  },
);

test(
  '"In the app" shows an unsaved item, popup and settings; nothing is saved, and the form is as it was on the way back',
  { tag: ['@PREV-07'] },
  async ({ page }) => {
    await speak(page, 'en');
    const item = await create({ name: 'Podgląd: formularz', title: 'Zapisany tytuł', version: '' });
    await openAs(page, 'admin', `${urls.adminUrl}/content/${item._id}`);
    const inApp = page.getByRole('button', { name: 'In the app' });
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Tytuł z formularza');
    await unfold(page);
    await page.getByRole('checkbox', { name: 'Pinned' }).check();
    await inApp.click();
    await expect(page).toHaveURL(`${screen}?form=true`);
    await expect(page.getByText('Preview with an unsaved form: Podgląd: formularz. Nothing was saved.')).toBeVisible();
    await drawn(page);
    await withoutPopups(page);
    await expect(cards(page).getByText('Tytuł z formularza')).toBeVisible();
    await expectPartPresentable(page, page.getByRole('status').filter({ hasText: 'Preview with an unsaved form' }), 'preview-form');
    await page.reload();
    await drawn(page);
    await withoutPopups(page);
    await expect(cards(page).getByText('Tytuł z formularza')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await expect(page).toHaveURL(`${urls.adminUrl}/content/${item._id}`);
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Tytuł z formularza');
    await unfold(page);
    await expect(page.getByRole('checkbox', { name: 'Pinned' })).toBeChecked();
    expect(await stored(item._id)).toMatchObject({ title: 'Zapisany tytuł', pinned: false });
    await save(page).click();
    await expect.poll(async () => (await stored(item._id))['title']).toBe('Tytuł z formularza');

    // An invalid form cannot be previewed either: the first invalid field gets the focus.
    await page.goto(`${urls.adminUrl}/popup/new`);
    await inApp.click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Name' }).fill('Podgląd: niezapisany');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Jeszcze nie **zapisany**');
    await inApp.click();
    await drawn(page);
    await closeUntil(page, 'Jeszcze nie zapisany');
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Jeszcze nie **zapisany**');

    await page.goto(`${urls.adminUrl}/settings`);
    await page.getByRole('textbox', { name: 'App name' }).fill('Koszyk z podglądu');
    await inApp.click();
    await drawn(page);
    await withoutPopups(page);
    await expect(figure(page).getByText('Koszyk z podglądu')).toBeVisible();
    await page.getByRole('button', { name: 'Show without the form' }).click();
    await expect(page).toHaveURL(screen);
    await expect(figure(page).getByText('Koszyk z podglądu')).toHaveCount(0);
  },
);

test(
  'an unsaved form in the preview is visible only to its own person, not to the next one in the same tab',
  { tag: ['@PREV-07', '@AUTH-17'] },
  async ({ page }) => {
    const other = 'preview-ola';
    const made = await fetch(`${urls.issuer}/sandbox/people/${other}`, {
      method: 'POST',
      body: JSON.stringify({ isAdmin: true, name: other }),
    });
    expect(made.ok).toBe(true);
    await speak(page, 'en');
    await openAs(page, 'admin', `${urls.adminUrl}/popup/new`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Podgląd: tylko mój');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Jeszcze nie dla innych');
    await page.getByRole('button', { name: 'In the app' }).click();
    await expect(page).toHaveURL(`${screen}?form=true`);
    const notice = page.getByText('Preview with an unsaved form: Podgląd: tylko mój.');
    await expect(notice).toBeVisible();
    await drawn(page);
    // As after a session that expired or ended in another tab: nothing in this tab was cleared.
    await openAs(page, other, `${screen}?form=true`);
    await expect(page.getByText('The form is not here any more')).toBeVisible();
    await drawn(page);
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Back to the form' })).toHaveCount(0);
    await openAs(page, 'admin', `${screen}?form=true`);
    await expect(notice).toBeVisible();
    await drawn(page);
  },
);

test('shows what is wrong for invalid parameters, a missing store and a server error', { tag: ['@PREV-01'] }, async ({ page }) => {
  await speak(page, 'en');
  await openAs(page, 'admin', `${screen}?store=nosuchstore&segments=Nikt&version=three&at=yesterday`);
  await expect(page.getByRole('heading', { name: 'This cannot be shown.' })).toBeVisible();
  await expect(page.getByText('There is no such value')).toHaveCount(2);
  for (const at of ['1850-01-01', '2150-01-01', '%00', '{"a":1}']) {
    await page.goto(`${screen}?at=${at}&text=%00`);
    await drawn(page);
    await expect(figure(page)).toContainText('The app as it looks now');
  }
  await page.goto(`${screen}?at=2000-01-01`);
  await expect(page.getByText('This is before the history begins')).toBeVisible();
  await page.route('**/api/v1/preview', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(screen);
  await expect(page.getByRole('alert')).toContainText('The data could not be loaded.');
  await page.unroute('**/api/v1/preview');
  await page.getByRole('button', { name: 'Try again' }).click();
  await drawn(page);
  await photograph(page, 'preview-now');
  await page.goto(`${screen}?form=true`);
  await expect(page.getByText('The form is not here any more')).toBeVisible();
});

test(
  'by keyboard alone: the store has the focus, moments are typed as people say them or pressed, and each part can be reached',
  { tag: ['@PREV-01'] },
  async ({ page }) => {
    await speak(page, 'en');
    await createStore('Koszyk Klawiszowy');
    await openAs(page, 'admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('app preview');
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('App preview');
    await page.keyboard.press('Enter');
    const focused = page.locator(':focus-visible');
    const on = async (name: string | RegExp): Promise<void> => expect(focused).toHaveAccessibleName(name);
    const tabTo = async (target: Locator): Promise<void> => {
      for (let n = 0; n < 40 && !(await target.evaluate((element) => element === document.activeElement)); n += 1)
        await page.keyboard.press('Tab');
      await expect(target).toBeFocused();
      // The focus must be visible.
      const seen = await target.evaluate((element) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || borderColor !== '';
      });
      expect(seen).toBe(true);
    };
    await on("The customer's store");
    await page.keyboard.type('klawiszowy');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/store=/);
    await drawn(page);
    await withoutPopups(page);
    await page.getByRole('combobox', { name: "The customer's store" }).focus();
    await page.keyboard.press('Tab');
    await on('A customer without a store');
    await page.keyboard.press('Tab');
    await on('Moment (Warsaw)');
    await page.keyboard.type('next friday at');
    await expect(page.getByText('This is not understood')).toBeVisible();
    await page.keyboard.type(' 8:30');
    await expect(page.getByText('This is not understood')).toHaveCount(0);
    await expect(page).toHaveURL(/at=20/);
    const eve = page.getByRole('button', { name: 'Christmas Eve' });
    await tabTo(eve);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/at=20\d\d-12-24/);
    await expect(eve).toBeFocused();
    await drawn(page);
    await withoutPopups(page);
    await tabTo(page.getByRole('slider', { name: 'Moments at which something changes' }));
    await tabTo(figure(page).getByRole('button', { name: 'Flyers' }));
    await tabTo(page.getByRole('textbox', { name: 'Search what is not seen' }));
  },
);

test(
  'after midnight the preset moments are those of the new day, and a preset replaces any typed text',
  { tag: ['@PREV-01'] },
  async ({ page }) => {
    const midnight = Date.parse(startOfDay(warsawDay(new Date())));
    await speak(page, 'en');
    await page.clock.install({ time: midnight - 30 * 60_000 });
    await openAs(page, 'admin', screen);
    const tomorrow = page.getByRole('button', { name: 'Tomorrow', exact: true });
    const yearOf = (ms: number): string => warsawDay(new Date(ms)).slice(0, 4);
    const named = (ms: number, now: number): string =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Europe/Warsaw',
        day: 'numeric',
        month: 'long',
        ...(yearOf(ms) !== yearOf(now) && { year: 'numeric' }),
      }).format(ms);
    await expect(tomorrow).toHaveAttribute('title', named(midnight + DAY / 2, midnight - 1));
    await page.clock.fastForward(60 * 60_000);
    await expect(tomorrow).toHaveAttribute('title', named(midnight + DAY * 1.5, midnight));
    await tomorrow.click();
    const moment = page.getByRole('textbox', { name: 'Moment (Warsaw)' });
    const noon = await moment.inputValue();
    expect(noon).toMatch(/ 12:00$/);
    await moment.fill('some day');
    await expect(page.getByText('This is not understood')).toBeVisible();
    await tomorrow.click();
    await expect(moment).toHaveValue(noon);
    await expect(page.getByText('This is not understood')).toHaveCount(0);
  },
);
