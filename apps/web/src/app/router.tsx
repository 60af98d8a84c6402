import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { threadSorts } from '@endcap/contract/assistant';
import { contentSorts, contentTypes } from '@endcap/contract/content';
import { popupSorts } from '@endcap/contract/popups';
import { z } from 'zod';
import { LanguageProvider, ShellLanguage } from '../lib/language.tsx';
import { DEFAULT_ROUTE, paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';
import { statsSorts } from '../features/subscription-stats/index.ts';
import { CrashPage } from './crash-page.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Outlet,
  // unknown paths lead to the default route.
  notFoundComponent: () => null,
  errorComponent: CrashPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: DEFAULT_ROUTE, replace: true });
  },
});
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: DEFAULT_ROUTE, replace: true });
  },
});

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  component: () => (
    <LanguageProvider screen="en">
      <Outlet />
    </LanguageProvider>
  ),
});
const login = createRoute({
  getParentRoute: () => signedOut,
  path: paths.login,
  validateSearch: z.object({
    returnTo: z.string().max(500).optional().catch(undefined),
    problem: z.enum(['failed', 'cancelled', 'ended']).optional().catch(undefined),
  }),
  component: lazyScreen(() => import('../features/session/login-page.tsx'), 'LoginPage'),
});
const callback = createRoute({
  getParentRoute: () => signedOut,
  path: paths.loginCallback,
  component: lazyScreen(() => import('../features/session/callback-page.tsx'), 'CallbackPage'),
});

/** Where to go on after signing in, and why one has to. */
export const toSignIn = (returnTo: string): { returnTo: string; problem?: 'ended' } => ({
  returnTo,
  ...(session.wasLost() && { problem: 'ended' }),
});

/** AUTH-15: nothing behind it loads or is painted without a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (!session.get()) throw redirect({ to: paths.login, search: toSignIn(location.href), replace: true });
  },
  component: () => (
    <ShellLanguage>
      <Shell>
        <Outlet />
      </Shell>
    </ShellLanguage>
  ),
});
/** the notification screens speak Polish unless the person chose otherwise. */
const polish = createRoute({
  getParentRoute: () => signedIn,
  id: 'polish',
  component: () => (
    <LanguageProvider screen="pl">
      <Outlet />
    </LanguageProvider>
  ),
});

// nonsense in the address bar falls back to the defaults.
const pageNumber = z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined);
const searchText = z.coerce.string().max(200).optional().catch(undefined);

const notifications = createRoute({
  getParentRoute: () => polish,
  path: paths.notifications,
  validateSearch: z.object({ page: pageNumber, text: searchText }),
  component: lazyScreen(() => import('../features/notifications/list/notification-list-page.tsx'), 'NotificationListPage'),
});
const notificationNew = createRoute({
  getParentRoute: () => polish,
  path: paths.notificationNew,
  component: lazyScreen(() => import('../features/notifications/send/send-notification-page.tsx'), 'SendNotificationPage'),
});
const notificationDetails = createRoute({
  getParentRoute: () => polish,
  path: paths.notificationDetails,
  component: lazyScreen(() => import('../features/notifications/details/notification-details-page.tsx'), 'NotificationDetailsPage'),
});

/** Screens other than notifications speak English unless the person chose otherwise; administrators only (ROLE-13, 14). */
const english = createRoute({
  getParentRoute: () => signedIn,
  id: 'english',
  beforeLoad: () => {
    if (!session.get()?.person.isAdmin) throw redirect({ to: DEFAULT_ROUTE, replace: true });
  },
  component: () => (
    <LanguageProvider screen="en">
      <Outlet />
    </LanguageProvider>
  ),
});
const columnSearch = z.coerce.string().max(100).optional().catch(undefined);
const notificationSubs = createRoute({
  getParentRoute: () => english,
  path: paths.notificationSubs,
  validateSearch: z.object({
    page: pageNumber,
    sortField: z.enum(statsSorts).optional().catch(undefined),
    storeNo: columnSearch,
    address: columnSearch,
    main: columnSearch,
    notifications: columnSearch,
  }),
  component: lazyScreen(() => import('../features/subscription-stats/subscription-stats-page.tsx'), 'SubscriptionStatsPage'),
});
const storeList = createRoute({
  getParentRoute: () => english,
  path: paths.stores,
  validateSearch: z.object({
    page: pageNumber,
    name: searchText,
    address: searchText,
    // the search field that keeps the focus.
    f: z.enum(['name', 'address']).optional().catch(undefined),
  }),
  component: lazyScreen(() => import('../features/stores/list/store-list-page.tsx'), 'StoreListPage'),
});
const storeNew = createRoute({
  getParentRoute: () => english,
  path: paths.storeNew,
  component: lazyScreen(() => import('../features/stores/editor/store-editor-page.tsx'), 'NewStorePage'),
});
const storeEdit = createRoute({
  getParentRoute: () => english,
  path: paths.storeEdit,
  component: lazyScreen(() => import('../features/stores/editor/store-editor-page.tsx'), 'EditStorePage'),
});
const storeGroupList = createRoute({
  getParentRoute: () => english,
  path: paths.storeGroups,
  validateSearch: z.object({ page: pageNumber }),
  component: lazyScreen(() => import('../features/store-groups/list/store-group-list-page.tsx'), 'StoreGroupListPage'),
});
const storeGroupNew = createRoute({
  getParentRoute: () => english,
  path: paths.storeGroupsNew,
  component: lazyScreen(() => import('../features/store-groups/editor/store-group-editor-page.tsx'), 'NewStoreGroupPage'),
});
const storeGroupEdit = createRoute({
  getParentRoute: () => english,
  path: paths.storeGroupsEdit,
  component: lazyScreen(() => import('../features/store-groups/editor/store-group-editor-page.tsx'), 'EditStoreGroupPage'),
});

const contentList = createRoute({
  getParentRoute: () => english,
  path: paths.content,
  validateSearch: z.object({
    page: pageNumber,
    contentType: z.enum(contentTypes).optional().catch(undefined),
    published: z.boolean().optional().catch(undefined),
    sortField: z.enum(contentSorts).optional().catch(undefined),
    name: searchText,
  }),
  component: lazyScreen(() => import('../features/content/list/content-list-page.tsx'), 'ContentListPage'),
});
const contentNew = createRoute({
  getParentRoute: () => english,
  path: paths.contentNew,
  component: lazyScreen(() => import('../features/content/editor/content-editor-page.tsx'), 'NewContentPage'),
});
const contentEdit = createRoute({
  getParentRoute: () => english,
  path: paths.contentEdit,
  component: lazyScreen(() => import('../features/content/editor/content-editor-page.tsx'), 'EditContentPage'),
});

const popupList = createRoute({
  getParentRoute: () => english,
  path: paths.popup,
  validateSearch: z.object({ page: pageNumber, sortField: z.enum(popupSorts).optional().catch(undefined) }),
  component: lazyScreen(() => import('../features/popups/list/popup-list-page.tsx'), 'PopupListPage'),
});
const popupNew = createRoute({
  getParentRoute: () => english,
  path: paths.popupNew,
  component: lazyScreen(() => import('../features/popups/editor/popup-editor-page.tsx'), 'NewPopupPage'),
});
const popupEdit = createRoute({
  getParentRoute: () => english,
  path: paths.popupEdit,
  component: lazyScreen(() => import('../features/popups/editor/popup-editor-page.tsx'), 'EditPopupPage'),
});

const settings = createRoute({
  getParentRoute: () => english,
  path: paths.settings,
  component: lazyScreen(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
});

const knowledgeList = createRoute({
  getParentRoute: () => english,
  path: paths.knowledges,
  validateSearch: z.object({ page: pageNumber }),
  component: lazyScreen(() => import('../features/knowledge/knowledge-list-page.tsx'), 'KnowledgeListPage'),
});
const knowledgeNew = createRoute({
  getParentRoute: () => english,
  path: paths.knowledgeNew,
  component: lazyScreen(() => import('../features/knowledge/knowledge-editor-page.tsx'), 'NewKnowledgePage'),
});
const knowledgeEdit = createRoute({
  getParentRoute: () => english,
  path: paths.knowledgeEdit,
  component: lazyScreen(() => import('../features/knowledge/knowledge-editor-page.tsx'), 'EditKnowledgePage'),
});
const threadList = createRoute({
  getParentRoute: () => english,
  path: paths.threads,
  validateSearch: z.object({
    page: pageNumber,
    sortField: z.enum(threadSorts).optional().catch(undefined),
    threadId: searchText,
  }),
  component: lazyScreen(() => import('../features/assistant/thread-list-page.tsx'), 'ThreadListPage'),
});
const threadDetails = createRoute({
  getParentRoute: () => english,
  path: paths.thread,
  component: lazyScreen(() => import('../features/assistant/thread-page.tsx'), 'ThreadPage'),
});

const routeTree = root.addChildren([
  home,
  unknown,
  signedOut.addChildren([login, callback]),
  signedIn.addChildren([
    polish.addChildren([notifications, notificationNew, notificationDetails]),
    english.addChildren([
      notificationSubs,
      storeList,
      storeNew,
      storeEdit,
      storeGroupList,
      storeGroupNew,
      storeGroupEdit,
      contentList,
      contentNew,
      contentEdit,
      popupList,
      popupNew,
      popupEdit,
      settings,
      knowledgeList,
      knowledgeNew,
      knowledgeEdit,
      threadList,
      threadDetails,
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

export const router = createRouter({ routeTree, scrollRestoration: true, defaultPreload: 'intent', defaultErrorComponent: CrashPage });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
