import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { LanguageProvider, ShellLanguage } from '../../lib/language.tsx';
import { DEFAULT_ROUTE, paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { CrashPage } from '../crash-page.tsx';
import { Shell } from '../shell/shell.tsx';

export const root = createRootRoute({
  component: Outlet,
  // Unknown paths redirect to the default route.
  notFoundComponent: () => null,
  errorComponent: CrashPage,
});

export const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  component: () => (
    <LanguageProvider screen="en">
      <Outlet />
    </LanguageProvider>
  ),
});

/** Search parameters of the login page: the address to return to, and the reason for signing in again. */
export const toSignIn = (returnTo: string): { returnTo: string; problem?: 'ended' } => ({
  returnTo,
  ...(session.wasLost() && { problem: 'ended' }),
});

/** Parent of the screens that need a session: nothing of them loads or renders without one (AUTH-15). */
export const signedIn = createRoute({
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
/** Layout of the notification screens, in Polish unless the person chose another language. */
export const staffLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'staff-screens',
  component: () => (
    <LanguageProvider screen="pl">
      <Outlet />
    </LanguageProvider>
  ),
});

/** Layout of all other screens, in English unless the person chose another language; administrators only (ROLE-13, 14). */
export const adminLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'admin-screens',
  beforeLoad: () => {
    if (!session.get()?.person.isAdmin) throw redirect({ to: DEFAULT_ROUTE, replace: true });
  },
  component: () => (
    <LanguageProvider screen="en">
      <Outlet />
    </LanguageProvider>
  ),
});
