import { warsawDay } from '@endcap/contract/warsaw-time';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { askedBy, type CalendarSearch } from './calendar-address.ts';

/** What the address asks for, and the ways to ask for something else. */
export const useAskedCalendar = () => {
  const navigate = useNavigate({ from: paths.calendar });
  const search: CalendarSearch = useSearch({ from: '/signed-in/english/calendar' });
  const [today] = useState(() => warsawDay(new Date()));
  const asked = useMemo(() => askedBy(search, today), [search, today]);
  const narrow = useCallback(
    (part: CalendarSearch, replace = false): void => void navigate({ search: (former) => ({ ...former, ...part }), replace }),
    [navigate],
  );
  const applyText = useCallback((text: string) => narrow({ text: text || undefined }, true), [narrow]);
  return {
    search,
    today,
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
