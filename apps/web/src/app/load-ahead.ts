import type { QueryClient } from '@tanstack/react-query';
import { session } from '../lib/session.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { keyHelp } from './keys/late-key-help.ts';
import { router } from './router.ts';

const POLL_MS = 2_000;

/** Returns true if the browser is set to save data. Firefox and Safari do not expose it. */
const savesData = (): boolean => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

type Preload = () => Promise<unknown> | undefined;
type Component = (typeof router.routesById)[keyof typeof router.routesById]['options']['component'];

const preloadOf = (component: Component): Preload[] =>
  component && 'preload' in component && component.preload ? [component.preload] : [];
const preloadsOf = (prefix: string): Preload[] =>
  Object.entries(router.routesById).flatMap(([id, route]) => (id.startsWith(prefix) ? preloadOf(route.options.component) : []));
/** Loads the code of the current screen, before all others. */
const firstScreen = (): Promise<unknown> =>
  Promise.all(router.state.matches.flatMap(({ routeId }) => preloadOf(router.routesById[routeId].options.component)).map((load) => load()));
/** Code of dialogs and popovers that screens open. */
const beside = [
  () => import('../ui/dialog-box.tsx'),
  () => import('../ui/pick-options.tsx'),
  () => import('../ui/date-calendar.tsx'),
  () => import('../frames/delete-dialog.tsx'),
  () => import('../features/content/editor/availability-dialog.tsx'),
  () => import('../features/notifications/send/confirm-send.tsx'),
  () => import('./command-bar/command-bar.tsx'),
  keyHelp.preload,
  () => import('./shell/profile-menu-open.tsx'),
  () => import('./shell/sidebar-drawer.tsx'),
  () => import('@mantine/notifications'),
  () => import('../ui/toasts.tsx'),
];

/** Loads the code of the screens that the person may open after the first one, so that they open without a connection (D-49). */
export const loadAhead = async (client: QueryClient): Promise<void> => {
  if (savesData()) return;
  do {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await firstScreen();
  } while (!session.get() || client.isFetching() > 0);
  const screens = preloadsOf(session.get()?.person.isAdmin ? '/signed-in/' : '/signed-in/staff-screens/');
  for (const load of [...screens, ...beside]) {
    await whenIdle();
    await load()?.catch(() => {});
  }
};
