import { paths, type ScreenPath } from '../lib/paths.ts';
import { addressOf } from '../lib/address-of.ts';

const everyStore = () => addressOf('GET /api/v1/store-editor/list', { query: { page: 0, pageSize: 100_000, counts: 'false' } });
const knownStores = () => addressOf('GET /api/v1/content-editor/known-stores', {});
const notifications = () => addressOf('GET /api/v1/notification-editor/list', { query: { page: 1 } });

/** Addresses of a screen's first requests, for an administrator and without filters. `item` is the last part of the path. */
export const firstData: Partial<Record<ScreenPath, (item: string) => string[]>> = {
  [paths.notifications]: () => [notifications(), everyStore()],
  [paths.notificationNew]: () => [everyStore()],
  [paths.notificationDetails]: (notificationId) => [
    addressOf('GET /api/v1/notification-editor/:notificationId', { params: { notificationId } }),
  ],
  [paths.notificationSubs]: () => [addressOf('GET /api/v1/stats/store-subscription', {})],
  [paths.stores]: () => [addressOf('GET /api/v1/store-editor/list', { query: { page: 1, counts: 'false', hoursExceptions: 'true' } })],
  [paths.storeEdit]: (storeId) => [addressOf('GET /api/v1/store-editor/:storeId', { params: { storeId } })],
  [paths.storeGroups]: () => [addressOf('GET /api/v1/store-group/list', { query: { page: 1 } })],
  [paths.storeGroupsEdit]: (storeGroupId) => [addressOf('GET /api/v1/store-group/:storeGroupId', { params: { storeGroupId } })],
  [paths.content]: () => [addressOf('GET /api/v1/content-editor/list', { query: { page: 1, sortField: '-publicationStart' } })],
  [paths.contentEdit]: (contentId) => [addressOf('GET /api/v1/content-editor/:contentId', { params: { contentId } }), knownStores()],
  [paths.popup]: () => [addressOf('GET /api/v1/popup-editor/list', { query: { page: 1, sortField: '-createdDate' } })],
  [paths.popupEdit]: (popupId) => [addressOf('GET /api/v1/popup-editor/:popupId', { params: { popupId } })],
  [paths.threads]: () => [
    addressOf('GET /api/v1/assistant/threads', {
      query: { page: 1, sortField: '-created_at', pageSize: 10, filterUserMessages: 'true' },
    }),
  ],
  [paths.thread]: (id) => [addressOf('GET /api/v1/assistant/threads/:id', { params: { id } })],
  [paths.activity]: () => [addressOf('GET /api/v1/history', { query: { imports: 'folded' } })],
  [paths.knowledges]: () => [addressOf('GET /api/v1/knowledge-editor/list', { query: { page: 1 } })],
  [paths.knowledgeEdit]: (knowledgeId) => [addressOf('GET /api/v1/knowledge-editor/:knowledgeId', { params: { knowledgeId } })],
};

/** The same for store staff. */
export const firstDataOfEmployee: typeof firstData = {
  [paths.notifications]: () => [notifications(), addressOf('GET /session/get-my-store', {})],
};
