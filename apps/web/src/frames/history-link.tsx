import { useMessages } from '../lib/language.tsx';
import { IconHistory } from '../ui/icons/frame-icons.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { frameMessages } from './frame.messages.ts';

/** The link, for the focus. */
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
