import { statsSorts } from '../../features/subscription-stats/index.ts';
import { paths } from '../../lib/paths.ts';
import { english, polish } from './frame.tsx';
import { listRoute, oneOf, screenRoute, searchText } from './screens.ts';

export const notificationRoutes = [
  listRoute(
    polish,
    paths.notifications,
    { text: searchText() },
    () => import('../../features/notifications/list/notification-list-page.tsx'),
    'NotificationListPage',
  ),
  screenRoute(
    polish,
    paths.notificationNew,
    () => import('../../features/notifications/send/send-notification-page.tsx'),
    'SendNotificationPage',
  ),
  screenRoute(
    polish,
    paths.notificationDetails,
    () => import('../../features/notifications/details/notification-details-page.tsx'),
    'NotificationDetailsPage',
  ),
] as const;

const columnSearch = searchText(100);
export const statsRoute = listRoute(
  english,
  paths.notificationSubs,
  { sortField: oneOf(statsSorts), storeNo: columnSearch, address: columnSearch, main: columnSearch, notifications: columnSearch },
  () => import('../../features/subscription-stats/subscription-stats-page.tsx'),
  'SubscriptionStatsPage',
);
