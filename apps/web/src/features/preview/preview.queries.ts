import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { LaidForm } from '../../lib/laid-form.ts';
import type { PreviewQuery } from './preview-address.ts';

const FRESH_MS = 5 * 60_000;
/** Short stale time: stepping back and forth reuses the cache, and saved changes still appear soon. */
const STEPS_FRESH_MS = 5_000;

/** Returns the query for what a phone shows of some items. */
export type ItemsOf = (ids: string[]) => ReturnType<typeof preview.items>;

export const preview = {
  show: (query: PreviewQuery & { text: string }, form: LaidForm | null) =>
    queryOptions({
      queryKey: ['preview', query, form?.at ?? null],
      queryFn: ({ signal }) => call('POST /api/v1/preview', { body: { ...query, overlay: form?.overlay ?? null } }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: STEPS_FRESH_MS,
      retry: false,
    }),
  /** Items by id, also beyond a truncated preview. `shownAt` is part of the key, so that a new preview loads them again. */
  items: (query: PreviewQuery & { ids: string[] }, form: LaidForm | null, shownAt: string | undefined) =>
    queryOptions({
      queryKey: ['preview', 'items', query, form?.at ?? null, shownAt],
      queryFn: ({ signal }) => call('POST /api/v1/preview/items', { body: { ...query, overlay: form?.overlay ?? null } }, { signal }),
      staleTime: STEPS_FRESH_MS,
      retry: false,
    }),
  segments: () =>
    queryOptions({
      queryKey: ['content', 'segments'],
      queryFn: () => call('GET /api/v1/content-editor/segments', {}),
      staleTime: FRESH_MS,
    }),
};
