import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useToday } from '../../lib/use-today.ts';
import { type CalendarSearch, viewOf } from './calendar-address.ts';

/**
 * Returns the calendar's query from the address, and functions that change it. At midnight the range moves on if the address has no day,
 * but never during a drag.
 */
export const useCalendarView = (isMoving: boolean) => {
  const navigate = useNavigate({ from: paths.calendar });
  const search: CalendarSearch = useSearch({ from: '/signed-in/admin-screens/calendar' });
  const today = useToday();
  const [baseDay, setBaseDay] = useState(today);
  if (baseDay !== today && !isMoving) setBaseDay(today);
  const view = useMemo(() => viewOf(search, baseDay), [search, baseDay]);
  const narrow = useCallback(
    (part: CalendarSearch, replace = false): void => void navigate({ search: (former) => ({ ...former, ...part }), replace }),
    [navigate],
  );
  const applyText = useCallback((text: string) => narrow({ text: text || undefined }, true), [narrow]);
  return {
    search,
    today,
    /** The day that the range is based on. It stays during a drag. */
    baseDay,
    view,
    narrow,
    applyText,
    /** Moves the range to a day that is outside of it. */
    show: (day: string): void => {
      if (day < view.from || day > view.to) narrow({ from: day });
    },
    /** Clears the filters and keeps the range. */
    clearFilters: (): void => void navigate({ search: ({ span, from }) => ({ span, from }) }),
  };
};
