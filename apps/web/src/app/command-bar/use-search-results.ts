import type { Found } from '@endcap/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { canOpen } from './command.ts';

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 80;

/** Searches the server for the typed text. Keeps the previous results until the new ones arrive. */
export const useSearchResults = (typed: string): { items: readonly Found[]; isSearching: boolean; hasFailed: boolean } => {
  const [text, setText] = useState('');
  const wanted = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('GET /api/v1/search', { query: { text } }, { signal }),
    select: ({ items }) => items.filter(canOpen),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  return {
    items: wanted === '' ? [] : (data ?? []),
    isSearching: wanted !== '' && (wanted !== text || isFetching),
    hasFailed: wanted !== '' && isError,
  };
};
