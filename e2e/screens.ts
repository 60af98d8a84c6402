// Screens of the back-office, and a check that one is shown.
import { threadRoutes } from '@endcap/contract/assistant';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { popupRoutes } from '@endcap/contract/popups';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { Page } from '@playwright/test';
import { byName, create } from './content.ts';
import { allStores, callAs, expect, read } from './product.ts';
import { seeded } from './seeded.ts';

const lists = [
  'notification',
  'notification/subscription-stats',
  'threads',
  'knowledge',
  'store',
  'store-group',
  'content',
  'popup',
  'activity',
];
export const forms = ['notification/new', 'knowledge/new', 'store/new', 'store-group/new', 'content/new', 'popup/new', 'settings'];
/** Returns the paths of screens for one item, which the demo chain has or which is created here. */
const items = async (): Promise<string[]> => {
  const [thread] = (await read('admin', threadRoutes.list)).items;
  const all = { query: { pageSize: 1000 } };
  const group = (await read('admin', storeGroupRoutes.list, all)).items.find(({ name }) => name.includes('Śląsk'));
  const knowledge = (await read('admin', knowledgeRoutes.list, all)).items.find(({ name }) => name === 'Alergeny');
  const store = (await allStores()).find(({ storeNo }) => storeNo === 101);
  const popup = (await read('admin', popupRoutes.list, all)).items.at(-1);
  const facts = { contentType: 'banner', description: '**Codziennie** od 6:00', pinned: true };
  const banner = await create({ name: 'Każdy ekran: baner', title: 'Świeże pieczywo', ...facts });
  return [
    `notification/${await seeded('Weekend z rabatem')}`,
    `notification/${await seeded('Kupon 15 zł')}`,
    `thread/${thread?.threadId}`,
    `knowledge/${knowledge?._id}`,
    `store/${store?._id}`,
    `store-group/${group?._id}`,
    `content/${banner._id}`,
    `popup/${popup?._id}`,
  ];
};
/** Path of the evidence screen for one second ago. Times before the start of the hash chain have no evidence. */
const proof = (): string => `evidence?at=${new Date(Date.now() - 1_000).toISOString()}`;
const others = async (): Promise<string[]> => {
  const store = (await allStores()).find(({ storeNo }) => storeNo === 101);
  return ['settings/system', 'calendar', 'preview', 'evidence', proof(), 'day-sheet', `day-sheet?store=${store?._id}`];
};

/** Addresses of screens by their kind. */
export const screens = { lists: () => lists, forms: () => forms, items, 'other screens': others };

/** Deletes what `screens` made. */
export const forgetScreens = async (): Promise<void> => {
  for (const { _id } of await byName('Każdy ekran')) await callAs('admin', `/api/v1/content-editor/${_id}`, { method: 'DELETE' });
};

export const shown = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};
