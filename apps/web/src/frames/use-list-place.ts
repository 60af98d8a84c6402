import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { listPlaces } from '../lib/list-places.ts';
import { sameValue } from '../lib/same-value.ts';

/** Keeps the list's place for the way back, and on return finds the row that was opened or made: scrolled into view and, when nothing has the focus, focused. */
export const useListPlace = (rows: readonly { _id: string }[] | undefined, added: string | null): string | null => {
  const search = useSearch({ strict: false });
  const [path] = useState(() => location.pathname);
  const [place] = useState(() => listPlaces.read(path));
  const marked = added ?? place.marked ?? null;
  const found = useRef<string | null>(null);

  useEffect(() => listPlaces.keep(path, search, scrollY), [path, search]);
  const leave = useEffectEvent(() => listPlaces.keep(path, search, scrollY));
  useLayoutEffect(() => () => leave(), []);

  const isBack = useEffectEvent(() => marked === place.marked && sameValue(search, place.search));
  useEffect(() => {
    if (marked === null || found.current === marked || !rows?.some(({ _id }) => _id === marked)) return;
    found.current = marked;
    if (isBack()) scrollTo(0, place.top);
    const row = document.querySelector(`[data-row="${marked}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) row?.querySelector('a')?.focus({ preventScroll: true });
  }, [rows, marked, place]);
  return marked;
};
