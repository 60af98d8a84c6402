import { createRouter } from '@tanstack/react-router';
import { DEFAULT_ROUTE } from '../lib/paths.ts';
import { CrashPage } from './crash-page.tsx';
import { activityRoute, calendarRoute } from './routes/activity.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { contentRoutes } from './routes/content.ts';
import { daySheetRoute } from './routes/day-sheet.ts';
import { adminLayout, staffLayout, root, signedIn, signedOut } from './routes/frame.tsx';
import { notificationRoutes, statsRoute } from './routes/notifications.ts';
import { evidenceRoute, previewRoute } from './routes/preview.ts';
import { home, sessionRoutes, unknown } from './routes/session.ts';
import { storeRoutes } from './routes/stores.ts';
import { parseSearch, stringifySearch } from './search-in-address.ts';

const routeTree = root.addChildren([
  home,
  unknown,
  signedOut.addChildren(sessionRoutes),
  signedIn.addChildren([
    staffLayout.addChildren([...notificationRoutes, daySheetRoute]),
    adminLayout.addChildren([
      statsRoute,
      ...storeRoutes,
      ...contentRoutes,
      ...assistantRoutes,
      calendarRoute,
      previewRoute,
      evidenceRoute,
      activityRoute,
    ]),
  ]),
]);

const isReadable = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};
// A malformed escape makes a path unknown (NAV-29); the router would throw on it.
if (!isReadable(location.pathname)) history.replaceState(null, '', DEFAULT_ROUTE);

export const router = createRouter({
  routeTree,
  // Shell and sidebar compare paths as they are written, so another spelling is an unknown path (E-80).
  caseSensitive: true,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
