import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { LanguageProvider, ShellLanguage } from '../../lib/language.tsx';
import { DEFAULT_ROUTE, paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { CrashPage } from '../crash-page.tsx';
import { Shell } from '../shell/shell.tsx';

export const root = createRootRoute({
  component: Outlet,
  // unknown paths lead to the default route.
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

/** AUTH-15: nothing behind it loads or is painted without a session. */
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
/** the notification screens speak Polish unless the person chose otherwise. */
export const polish = createRoute({
  getParentRoute: () => signedIn,
  id: 'polish',
  component: () => (
    <LanguageProvider screen="pl">
      <Outlet />
    </LanguageProvider>
  ),
});

/** Screens other than notifications speak English unless the person chose otherwise; administrators only (ROLE-13, 14). */
export const english = createRoute({
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
