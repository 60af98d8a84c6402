import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address says of the panel: open, at which change, and what that is compared with. */
export type HistoryAddress = { history?: number | '' | undefined; with?: number | 'now' | undefined };

/** HIST-01: the panel is part of the page's address, and Back closes it. */
export const useHistoryAddress = () => {
  const search: HistoryAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    isOpen: search.history !== undefined,
    changeId: search.history ? String(search.history) : null,
    comparedWith: search.with ?? null,
    go: (next: HistoryAddress): void => void navigate({ to: '.', search: next, resetScroll: false }),
  };
};
