import { createRoute, redirect } from '@tanstack/react-router';
import { DEFAULT_ROUTE, paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { root, signedOut } from './frame.tsx';
import { screenRoute } from './screens.ts';
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
    component: lazyScreen(screenCode[paths.login], 'LoginPage'),
  }),
  screenRoute(signedOut, paths.loginCallback, screenCode[paths.loginCallback], 'CallbackPage'),
] as const;
