import { createRoute, redirect } from '@tanstack/react-router';
import { CallbackPage } from '../../features/session/callback-page.tsx';
import { LoginPage } from '../../features/session/login-page.tsx';
import { DEFAULT_ROUTE, paths } from '../../lib/paths.ts';
import { root, signedOut } from './frame.tsx';
import { oneOf, searchOf, searchText } from './search-readers.ts';

const toDefault = (): never => {
  throw redirect({ to: DEFAULT_ROUTE, replace: true });
};
export const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toDefault });
export const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toDefault });

export const sessionRoutes = [
  createRoute({
    getParentRoute: () => signedOut,
    path: paths.login,
    validateSearch: searchOf({
      returnTo: searchText(500),
      problem: oneOf(['failed', 'tokenTooLarge', 'cancelled', 'ended', 'stillSignedIn', 'noSignOut']),
    }),
    component: LoginPage,
  }),
  createRoute({ getParentRoute: () => signedOut, path: paths.loginCallback, component: CallbackPage }),
] as const;
