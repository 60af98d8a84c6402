import type { HistoryChange } from '@endcap/contract/history';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { StateView } from '../ui/state-view.tsx';
import { backTo } from './back-link.tsx';
import { HistoryLink } from './history-link.tsx';

type GoneItemProps = {
  list: { path: PlainPath; label: string; create: PlainPath };
  /** The changes of the item; `use` makes a version of it again. */
  renderHistory: (use: (change: HistoryChange) => void) => ReactNode;
};

/** HIST-06: what was deleted has a history still, and can be made again. */
export const GoneItem = ({ list, renderHistory }: GoneItemProps) => {
  const common = useMessages(commonMessages);
  const navigate = useNavigate();
  return (
    <>
      <StateView title={common.notFound}>
        <LinkButton {...backTo(list.path)} variant="default" mt="xs">
          {list.label}
        </LinkButton>
        <HistoryLink />
      </StateView>
      {renderHistory(({ _id }) => void navigate({ to: list.create, search: { from: Number(_id) } }))}
    </>
  );
};
