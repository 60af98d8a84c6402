import { expect, test } from 'vitest';
import { DEFAULT_ROUTE, paths, safeReturnTo } from './paths.ts';

test('route names', { tags: ['CONST-02', 'NAV-25', 'NAV-26'] }, () => {
  expect(DEFAULT_ROUTE).toBe('/notification');
  expect(paths).toMatchObject({
    notifications: '/notification',
    notificationNew: '/notification/new',
    notificationDetails: '/notification/$notificationId',
    login: '/login',
    stores: '/store',
    storeNew: '/store/new',
    storeEdit: '/store/$storeId',
    popup: '/popup',
    popupNew: '/popup/new',
    popupEdit: '/popup/$popupId',
    settings: '/settings',
    threads: '/threads',
    thread: '/thread/$threadId',
    knowledges: '/knowledge',
    knowledgeNew: '/knowledge/new',
    knowledgeEdit: '/knowledge/$knowledgeId',
    storeGroups: '/store-group',
    storeGroupsNew: '/store-group/new',
    storeGroupsEdit: '/store-group/$storeGroupId',
  });
});
test.each([
  'https://evil',
  '//evil',
  '/\\evil',
  '/%09/evil',
  'https:evil',
  'javascript:alert(1)',
  'data:text/html,x',
  `/notification?text=${'x'.repeat(5000)}`,
  '/notification。evil',
  5,
  undefined,
  '/notificationevil',
  '/storeevil',
  '/store-group-evil',
  '/content/new?copy=abc#//evil',
])('returnTo %s leads to the default route', { tags: ['A14'] }, (wanted) => {
  expect(safeReturnTo(wanted)).toBe('/notification');
});
test.each([
  '/notification',
  '/notification/new',
  '/notification?page=2&text=chleb',
  '/notification/abc123',
  '/store?f=name&name=x',
  '/content?name=woda+6*1%2C5+l',
  '/store-group/new',
  '/content/new?copy=abc123',
  '/content/abc123?history=5&with=now',
])('%s is kept', (wanted) => expect(safeReturnTo(wanted)).toBe(wanted));
