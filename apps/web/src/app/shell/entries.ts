import { config } from '../../config.ts';
import { paths } from '../../lib/paths.ts';
import {
  IconAppWindow,
  IconBarcode,
  IconBell,
  IconBuildings,
  IconBuildingStore,
  IconBulb,
  IconCalendarPlan,
  IconChartBar,
  IconDeviceMobile,
  IconHistory,
  IconMessages,
  IconNews,
  IconSettings,
} from '../../ui/icons/frame-icons.ts';

/** Entries of the sidebar, in this order (SIDE-01..11). */
export const entries = [
  { path: paths.notifications, word: 'notifications', icon: IconBell, adminOnly: false },
  { path: paths.notificationSubs, word: 'notificationSubs', icon: IconChartBar, adminOnly: true },
  { path: paths.threads, within: '/thread', word: 'threads', icon: IconMessages, adminOnly: true },
  { path: paths.knowledges, word: 'knowledges', icon: IconBulb, adminOnly: true },
  { path: paths.stores, word: 'stores', icon: IconBuildingStore, adminOnly: true },
  { path: paths.storeGroups, word: 'storeGroups', icon: IconBuildings, adminOnly: true },
  { path: paths.content, word: 'content', icon: IconNews, adminOnly: true },
  { path: paths.popup, word: 'popup', icon: IconAppWindow, adminOnly: true },
  { path: paths.settings, word: 'settings', icon: IconSettings, adminOnly: true },
  // Beyond the specification's nine.
  // A setting shows it to store staff (SHEET-03).
  { path: paths.daySheet, word: 'daySheet', icon: IconBarcode, adminOnly: !config.daySheetForStaff, apart: true },
  { path: paths.calendar, word: 'calendar', icon: IconCalendarPlan, adminOnly: true },
  { path: paths.preview, within: '/evidence', word: 'preview', icon: IconDeviceMobile, adminOnly: true },
  { path: paths.activity, word: 'activity', icon: IconHistory, adminOnly: true },
] as const;
