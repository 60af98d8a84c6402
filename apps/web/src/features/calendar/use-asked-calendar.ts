import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useToday } from '../../lib/use-today.ts';
import { askedBy, type CalendarSearch } from './calendar-address.ts';

/**
 * Returns the calendar's query from the address, and functions that change it. At midnight the range moves on if the address has no day,
 * but never during a drag.
 */
export const useAskedCalendar = (isMoving: boolean) => {
  const navigate = useNavigate({ from: paths.calendar });
  const search: CalendarSearch = useSearch({ from: '/signed-in/english/calendar' });
  const today = useToday();
  const [askedOn, setAskedOn] = useState(today);
  if (askedOn !== today && !isMoving) setAskedOn(today);
  const asked = useMemo(() => askedBy(search, askedOn), [search, askedOn]);
  const narrow = useCallback(
    (part: CalendarSearch, replace = false): void => void navigate({ search: (former) => ({ ...former, ...part }), replace }),
    [navigate],
  );
  const applyText = useCallback((text: string) => narrow({ text: text || undefined }, true), [narrow]);
  return {
    search,
    today,
    /** The day on which it is asked; it waits with the days. */
    askedOn,
    asked,
    narrow,
    applyText,
    /** Goes to a day that is not among those that are seen. */
    show: (day: string): void => {
      if (day < asked.from || day > asked.to) narrow({ from: day });
    },
    /** Keeps the days. */
    clearFilters: (): void => void navigate({ search: ({ span, from }) => ({ span, from }) }),
  };
};
