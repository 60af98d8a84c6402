import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { atPage, changedBy } from '../../../frames/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import type { NotificationNarrowing } from './notification-filters.tsx';

/** Reads page, search and filters of the list from the address, and returns functions that change them. */
export const useNotificationSearch = () => {
  const navigate = useNavigate({ from: paths.notifications });
  const { page = 1, text = '', isTest, state } = useSearch({ from: '/signed-in/staff-screens/notification' });
  return {
    page,
    text,
    isTest,
    state,
    isNarrowed: text !== '' || isTest !== undefined || state !== undefined,
    narrow: (part: NotificationNarrowing): void => void navigate({ search: changedBy(part) }),
    // Typing replaces the history entry, paging adds one (ux 16).
    find: useCallback((next: string): void => void navigate({ search: changedBy({ text: next || undefined }), replace: true }), [navigate]),
    goTo: (next: number, { replace }: { replace: boolean }): void => void navigate({ search: atPage(next), replace }),
    clear: (): void => void navigate({ search: {}, replace: true }),
  };
};
