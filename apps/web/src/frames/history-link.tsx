import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../lib/language.tsx';
import { IconHistory } from '../ui/icons/frame-icons.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { frameMessages } from './frame.messages.ts';

/** The panel's state in the address: open, the change, the version it is compared with, or the field. */
type HistoryAddress = { history?: number | '' | undefined; with?: number | 'now' | undefined; field?: string | undefined };

/** State of the history panel, which is part of the page's address, so that Back closes it (HIST-01). */
export const useHistoryAddress = () => {
  const search: HistoryAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    isOpen: search.history !== undefined,
    changeId: search.history ? String(search.history) : null,
    comparedWith: search.with ?? null,
    field: search.field,
    go: (next: HistoryAddress): void => void navigate({ to: '.', search: next, resetScroll: false }),
  };
};

/** Id of the link, to return the focus to it. */
export const HISTORY_LINK = 'history-link';

/** Opens the panel of the item's changes, which is part of the page's address (HIST-01). */
export const HistoryLink = () => {
  const words = useMessages(frameMessages);
  return (
    <LinkButton
      id={HISTORY_LINK}
      to="."
      search={{ history: '' }}
      resetScroll={false}
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconHistory size={16} aria-hidden />}
    >
      {words.history}
    </LinkButton>
  );
};
