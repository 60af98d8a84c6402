import { createRoute, redirect } from '@tanstack/react-router';
import { config } from '../../config.ts';
import { DEFAULT_ROUTE, paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { screenCode } from '../screen-code.ts';
import { staffLayout } from './frame.tsx';
import { searchOf, searchText } from './search-readers.ts';

/** Sheet of the content valid in a store on a day. In Polish, since stores post it at their tills (SHEET-01, SHEET-03). */
export const daySheetRoute = createRoute({
  getParentRoute: () => staffLayout,
  path: paths.daySheet,
  validateSearch: searchOf({ store: searchText(40), date: searchText(10) }),
  beforeLoad: () => {
    if (!config.daySheetForStaff && !session.get()?.person.isAdmin) throw redirect({ to: DEFAULT_ROUTE, replace: true });
  },
  component: lazyScreen(screenCode[paths.daySheet], 'DaySheetPage'),
});
