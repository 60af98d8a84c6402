import type { threadRoutes } from '@endcap/contract/assistant';
import type { contentRoutes } from '@endcap/contract/content';
import type { Request, RouteSpec } from '@endcap/contract/core';
import type { historyRoutes } from '@endcap/contract/history';
import type { knowledgeRoutes } from '@endcap/contract/knowledge';
import type { notificationRoutes } from '@endcap/contract/notifications';
import type { popupRoutes } from '@endcap/contract/popups';
import type { myStoreRoutes } from '@endcap/contract/session';
import type { storeGroupRoutes } from '@endcap/contract/store-groups';
import type { storeRoutes } from '@endcap/contract/stores';
import { paths, type ScreenPath } from '../lib/paths.ts';
import { addressOf } from '../lib/request.ts';

/** The address of a route of the contract, whose own code comes later. */
const at = <R extends RouteSpec>(path: R['path'], input: Omit<Request<R>, 'body'>): string => {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  return addressOf(path, params, query);
};

const everyStore = () =>
  at<typeof storeRoutes.list>('/api/v1/store-editor/list', { query: { page: 0, pageSize: 100_000, counts: 'false' } });
const knownStores = () => at<typeof contentRoutes.knownStores>('/api/v1/content-editor/known-stores', {});
const notifications = () => at<typeof notificationRoutes.list>('/api/v1/notification-editor/list', { query: { page: 1 } });

/** What a screen asks first for an administrator, while nothing narrows it; its item is the path's last part. */
export const firstData: Partial<Record<ScreenPath, (item: string) => string[]>> = {
  [paths.notifications]: () => [notifications(), everyStore()],
  [paths.notificationNew]: () => [everyStore()],
  [paths.notificationDetails]: (notificationId) => [
    at<typeof notificationRoutes.details>('/api/v1/notification-editor/:notificationId', { params: { notificationId } }),
  ],
  [paths.notificationSubs]: () => [at<typeof storeRoutes.subscriptions>('/api/v1/stats/store-subscription', {})],
  [paths.stores]: () => [at<typeof storeRoutes.list>('/api/v1/store-editor/list', { query: { page: 1, counts: 'false' } })],
  [paths.storeEdit]: (storeId) => [at<typeof storeRoutes.details>('/api/v1/store-editor/:storeId', { params: { storeId } })],
  [paths.storeGroups]: () => [at<typeof storeGroupRoutes.list>('/api/v1/store-group/list', { query: { page: 1 } })],
  [paths.storeGroupsEdit]: (storeGroupId) => [
    at<typeof storeGroupRoutes.details>('/api/v1/store-group/:storeGroupId', { params: { storeGroupId } }),
  ],
  [paths.content]: () => [
    at<typeof contentRoutes.list>('/api/v1/content-editor/list', { query: { page: 1, sortField: '-publicationStart' } }),
  ],
  [paths.contentEdit]: (contentId) => [
    at<typeof contentRoutes.details>('/api/v1/content-editor/:contentId', { params: { contentId } }),
    knownStores(),
  ],
  [paths.popup]: () => [at<typeof popupRoutes.list>('/api/v1/popup-editor/list', { query: { page: 1, sortField: '-createdDate' } })],
  [paths.popupEdit]: (popupId) => [at<typeof popupRoutes.details>('/api/v1/popup-editor/:popupId', { params: { popupId } })],
  [paths.threads]: () => [
    at<typeof threadRoutes.list>('/api/v1/assistant/threads', {
      query: { page: 1, sortField: '-created_at', pageSize: 10, filterUserMessages: 'true' },
    }),
  ],
  [paths.thread]: (id) => [at<typeof threadRoutes.details>('/api/v1/assistant/threads/:id', { params: { id } })],
  [paths.activity]: () => [at<typeof historyRoutes.list>('/api/v1/history', { query: {} })],
  [paths.knowledges]: () => [at<typeof knowledgeRoutes.list>('/api/v1/knowledge-editor/list', { query: { page: 1 } })],
  [paths.knowledgeEdit]: (knowledgeId) => [
    at<typeof knowledgeRoutes.details>('/api/v1/knowledge-editor/:knowledgeId', { params: { knowledgeId } }),
  ],
};

/** The same for who looks after one store. */
export const firstDataOfEmployee: typeof firstData = {
  [paths.notifications]: () => [notifications(), at<typeof myStoreRoutes.read>('/session/get-my-store', {})],
};
