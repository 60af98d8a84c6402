import { type ContentSort, DEFAULT_CONTENT_SORT } from '@endcap/contract/content';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { atPage, changedBy } from '../../../frames/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import type { ContentNarrowing } from './content-filters.tsx';

/** Returns the list's search parameters from the address, and functions that change them. */
export const useContentSearch = () => {
  const navigate = useNavigate({ from: paths.content });
  const {
    page = 1,
    sortField = DEFAULT_CONTENT_SORT,
    name = '',
    contentType,
    published,
    ends,
  } = useSearch({
    from: '/signed-in/admin-screens/content',
  });
  return {
    page,
    sortField,
    filters: { contentType, published, ends, name },
    isNarrowed: contentType !== undefined || published !== undefined || ends !== undefined || name !== '',
    narrow: (part: ContentNarrowing): void => void navigate({ search: changedBy(part) }),
    sort: (by: ContentSort): void => void navigate({ search: changedBy({ sortField: by === DEFAULT_CONTENT_SORT ? undefined : by }) }),
    // Typing replaces the history entry (ux 16).
    find: useCallback((text: string): void => void navigate({ search: changedBy({ name: text || undefined }), replace: true }), [navigate]),
    goTo: (next: number, { replace }: { replace: boolean }): void => void navigate({ search: atPage(next), replace }),
    clear: (): void => void navigate({ search: {}, replace: true }),
  };
};
