import { createRoute } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';
import { countFrom1, searchOf, searchText } from './search-readers.ts';

/** What happened (HIST-07): what the filters mean is known to the page alone. */
export const activityRoute = createRoute({
  getParentRoute: () => english,
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

/** What is planned (CAL-02): as above. */
export const calendarRoute = createRoute({
  getParentRoute: () => english,
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
