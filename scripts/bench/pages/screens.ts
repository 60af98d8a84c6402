import type { Locator, Page } from '@playwright/test';

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
