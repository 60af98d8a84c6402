import { calendarRoutes } from '@endcap/contract/calendar';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { readCalendar } from './read-calendar.ts';

/** CAL-01..04: the plan at a glance. */
export const addCalendarRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  handle(calendarRoutes.read, ({ query }) => readCalendar(deps, query));
};
