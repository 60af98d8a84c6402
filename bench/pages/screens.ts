import type { Browser, Locator, Page } from '@playwright/test';

/** A screen, what shows that one can work with it, and where much is typed. */
export type Screen = { name: string; path: string; ready: string; typedIn?: (page: Page) => Locator };

const FIRST_ROW = 'tbody tr[data-row]';
const FIRST_FIELD = 'main form :is(input, textarea):enabled';

export const screens = (itemId: string): readonly Screen[] => [
  { name: 'list', path: '/notification', ready: FIRST_ROW },
  { name: 'content', path: '/content', ready: FIRST_ROW },
  {
    name: 'editor',
    path: `/content/${itemId}`,
    ready: FIRST_FIELD,
    typedIn: (page) => page.locator('#panel-main').getByLabel('Name'),
  },
  {
    name: 'send',
    path: '/notification/new',
    ready: FIRST_FIELD,
    typedIn: (page) => page.locator('main form textarea').first(),
  },
];

export const screenNames = screens('').map(({ name }) => name);

/** The id of an item that the demo chain's list of content shows. */
export const shownItem = async (browser: Browser, adminUrl: string, storageState: string): Promise<string> => {
  const page = await browser.newPage({ storageState });
  await page.goto(`${adminUrl}/content`);
  const row = page.locator('tbody tr[data-row]', { hasText: 'Mikołajki już w czwartek' });
  const itemId = (await row.getAttribute('data-row')) ?? '';
  await page.close();
  return itemId;
};
