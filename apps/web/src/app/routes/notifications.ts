import { listedStates } from '@endcap/contract/notifications';
import { createRoute } from '@tanstack/react-router';
import { NotificationListPage } from '../../features/notifications/list/notification-list-page.tsx';
import { statsSorts } from '../../features/subscription-stats/index.ts';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { adminLayout, staffLayout } from './frame.tsx';
import { listRoute, screenRoute, sendRoute } from './screens.ts';
import { oneOf, pageNumber, searchOf, searchText, yesOrNo } from './search-readers.ts';

export const notificationRoutes = [
  // The start screen of all users, so its code is part of the entry bundle.
  createRoute({
    getParentRoute: () => staffLayout,
    path: paths.notifications,
    validateSearch: searchOf({ page: pageNumber, text: searchText(), isTest: yesOrNo, state: oneOf(listedStates) }),
    component: NotificationListPage,
  }),
  sendRoute(staffLayout, paths.notificationNew, screenCode[paths.notificationNew], 'SendNotificationPage'),
  screenRoute(staffLayout, paths.notificationDetails, screenCode[paths.notificationDetails], 'NotificationDetailsPage'),
] as const;

const columnSearch = searchText(100);
export const statsRoute = listRoute(
  adminLayout,
  paths.notificationSubs,
  { sortField: oneOf(statsSorts), storeNo: columnSearch, address: columnSearch, main: columnSearch, notifications: columnSearch },
  screenCode[paths.notificationSubs],
  'SubscriptionStatsPage',
);
