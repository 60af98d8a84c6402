import { createRoute } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { screenCode } from '../screen-code.ts';
import { adminLayout } from './frame.tsx';
import { countFrom1, searchOf, searchText } from './search-readers.ts';

/** The activity log (HIST-07). The page interprets the filters; the route only reads them as text. */
export const activityRoute = createRoute({
  getParentRoute: () => adminLayout,
  path: paths.activity,
  validateSearch: searchOf({
    person: searchText(),
    kind: searchText(),
    item: searchText(),
    action: searchText(),
    from: searchText(),
    to: searchText(),
    field: searchText(),
    text: searchText(),
    before: searchText(),
    change: countFrom1,
  }),
  component: lazyScreen(screenCode[paths.activity], 'ActivityPage'),
});

/** The calendar of plans (CAL-02). Filters are read as text, as above. */
export const calendarRoute = createRoute({
  getParentRoute: () => adminLayout,
  path: paths.calendar,
  validateSearch: searchOf({
    span: searchText(),
    from: searchText(),
    store: searchText(),
    group: searchText(),
    type: searchText(),
    text: searchText(),
  }),
  component: lazyScreen(screenCode[paths.calendar], 'CalendarPage'),
});
