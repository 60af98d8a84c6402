import { paths, type ScreenPath } from '../lib/paths.ts';

const contentEditor = () => import('../features/content/editor/content-editor-page.tsx');
const knowledgeEditor = () => import('../features/knowledge/knowledge-editor-page.tsx');
const popupEditor = () => import('../features/popups/editor/popup-editor-page.tsx');
const storeEditor = () => import('../features/stores/editor/store-editor-page.tsx');
const storeGroupEditor = () => import('../features/store-groups/editor/store-group-editor-page.tsx');

type InThePage = typeof paths.login | typeof paths.loginCallback | typeof paths.notifications;

/** Loads the code of each screen that is not part of the entry bundle, by path. */
export const screenCode = {
  [paths.notificationNew]: () => import('../features/notifications/send/send-notification-page.tsx'),
  [paths.notificationSubs]: () => import('../features/subscription-stats/subscription-stats-page.tsx'),
  [paths.notificationDetails]: () => import('../features/notifications/details/notification-details-page.tsx'),
  [paths.stores]: () => import('../features/stores/list/store-list-page.tsx'),
  [paths.storeNew]: storeEditor,
  [paths.storeEdit]: storeEditor,
  [paths.storeGroups]: () => import('../features/store-groups/list/store-group-list-page.tsx'),
  [paths.storeGroupsNew]: storeGroupEditor,
  [paths.storeGroupsEdit]: storeGroupEditor,
  [paths.content]: () => import('../features/content/list/content-list-page.tsx'),
  [paths.contentNew]: contentEditor,
  [paths.contentEdit]: contentEditor,
  [paths.popup]: () => import('../features/popups/list/popup-list-page.tsx'),
  [paths.popupNew]: popupEditor,
  [paths.popupEdit]: popupEditor,
  [paths.settings]: () => import('../features/settings/settings-page.tsx'),
  [paths.system]: () => import('../features/system/system-page.tsx'),
  [paths.threads]: () => import('../features/assistant/thread-list-page.tsx'),
  [paths.thread]: () => import('../features/assistant/thread-page.tsx'),
  [paths.knowledges]: () => import('../features/knowledge/knowledge-list-page.tsx'),
  [paths.knowledgeNew]: knowledgeEditor,
  [paths.knowledgeEdit]: knowledgeEditor,
  [paths.calendar]: () => import('../features/calendar/calendar-page.tsx'),
  [paths.preview]: () => import('../features/preview/preview-page.tsx'),
  [paths.evidence]: () => import('../features/preview/evidence/evidence-page.tsx'),
  [paths.activity]: () => import('../features/activity/activity-page.tsx'),
  [paths.daySheet]: () => import('../features/day-sheet/day-sheet-page.tsx'),
} as const satisfies Record<Exclude<ScreenPath, InThePage>, () => Promise<object>>;
