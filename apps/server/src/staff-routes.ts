import type { AdminHandle } from './callers.ts';
import { addActivityRoutes } from './features/activity/index.ts';
import { createLatestChange } from './features/app-changes/index.ts';
import { addAssistantRoutes, type Assistant } from './features/assistant/index.ts';
import { addCalendarRoutes } from './features/calendar/index.ts';
import { addContentRoutes } from './features/content/index.ts';
import { addCustomerRoutes } from './features/customers/index.ts';
import { addDaySheetRoutes } from './features/day-sheet/index.ts';
import { addTestPhoneRoutes } from './features/devices/index.ts';
import type { FileStores } from './features/files/index.ts';
import { addImportRoutes } from './features/imports/index.ts';
import { plugins } from './features/plugins/index.ts';
import { addKnowledgeRoutes } from './features/knowledge/index.ts';
import { addLinkRoutes } from './features/links/index.ts';
import { addNotificationRoutes } from './features/notifications/index.ts';
import { addPopupRoutes } from './features/popups/index.ts';
import { addPresenceRoutes } from './features/presence/index.ts';
import { addPreviewRoutes } from './features/preview/index.ts';
import { addPromoThresholdRoutes } from './features/promo-thresholds/index.ts';
import { addSearchRoutes } from './features/search/index.ts';
import { addSegmentRoutes } from './features/segments/index.ts';
import { addSessionRoutes } from './features/session/index.ts';
import { addSettingsRoutes } from './features/settings/index.ts';
import { addStoreGroupRoutes } from './features/store-groups/index.ts';
import { addStoreRoutes } from './features/stores/index.ts';
import { addTradingDayRoutes } from './features/trading-days/index.ts';
import { addUsageRoutes, usageOfContent } from './features/usage/index.ts';
import type { Lists } from './platform/lists/lists.ts';
import type { Database } from './tables.ts';
import type { Context } from './context.ts';

type Shared = { db: Database; lists: Lists; assistant: Assistant; files: FileStores };

/** Adds the routes of staff and imports, feature by feature. File routes are added elsewhere, because they need the server itself. */
export const addStaffRoutes = (
  handle: AdminHandle,
  { config, now, countsMaxAgeMs }: Context,
  { db, lists, assistant, files }: Shared,
): void => {
  const latestChange = createLatestChange(db);
  addSessionRoutes(handle, { db, now });
  const sending = { appScheme: config.ENDCAP_APP_SCHEME, appUrl: config.ENDCAP_APP_URL, testsAMinute: config.ENDCAP_TEST_SEND_LIMIT };
  addNotificationRoutes(handle, { db, now, lists, countsMaxAgeMs, ...sending });
  const usageOf = usageOfContent({ db, appScheme: config.ENDCAP_APP_SCHEME });
  addContentRoutes(handle, { db, now, lists, latestChange, usageOf, appScheme: config.ENDCAP_APP_SCHEME });
  addAssistantRoutes(handle, { db, now, lists, assistant });
  addKnowledgeRoutes(handle, { db, now, lists });
  addPopupRoutes(handle, { db, now, lists, latestChange });
  addStoreRoutes(handle, { db, now, lists, latestChange });
  addStoreGroupRoutes(handle, { db, now, lists, latestChange });
  addTradingDayRoutes(handle, { db, now });
  addCalendarRoutes(handle, { db, now });
  for (const { staffRoutes } of plugins) staffRoutes?.(handle, { db, now });
  addUsageRoutes(handle, { db, appScheme: config.ENDCAP_APP_SCHEME });
  addDaySheetRoutes(handle, { db, now });
  addTestPhoneRoutes(handle, { db, now, appScheme: config.ENDCAP_APP_SCHEME });
  addLinkRoutes(handle, { db, now, appScheme: config.ENDCAP_APP_SCHEME, stores: files });
  addSettingsRoutes(handle, { db, now });
  addSearchRoutes(handle, { db });
  addPresenceRoutes(handle, { db });
  addPreviewRoutes(handle, { db, now, appScheme: config.ENDCAP_APP_SCHEME });
  addSegmentRoutes(handle, { db });
  addPromoThresholdRoutes(handle, { db });
  addImportRoutes(handle, { db, now });
  addActivityRoutes(handle, { db, now });
  addCustomerRoutes(handle, { db, now });
};
