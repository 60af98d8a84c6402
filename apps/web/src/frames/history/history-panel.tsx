import type { EditedKind } from '@endcap/contract/history';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/language.tsx';
import { IconArrowLeft } from '../../ui/icons/screen-icons.ts';
import { FailedView } from '../../ui/state-view.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeView, type Past } from './change-view.tsx';
import { HISTORY_LINK } from '../history-link.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { historyMessages } from './history.messages.ts';
import { history } from './history.queries.ts';
import { useHistoryAddress } from './use-history-address.ts';

export type HistoryPanelProps = { kind: EditedKind; item: string; name: string | null; past: Past };

/** Opened by its address, the library knows of no place for the focus. */
const giveFocusBack = (): void => {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement?.closest('[role="dialog"]')) document.getElementById(HISTORY_LINK)?.focus();
};

/** HIST-01: the changes of an item beside its form, or one of them. */
export const HistoryPanel = ({ kind, item, name, past }: HistoryPanelProps) => {
  const words = useMessages(historyMessages);
  const { isOpen, changeId, comparedWith, go } = useHistoryAddress();
  const query = useInfiniteQuery({ ...history.of(kind, item), enabled: isOpen });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <HistoryDrawer opened={isOpen} onClose={() => go({})} onClosed={giveFocusBack} title={words.of(name ?? rows[0]?.label ?? '')}>
      {query.isError && rows.length === 0 ? (
        <FailedView error={query.error} onRetry={() => void query.refetch()} />
      ) : changeId === null ? (
        <ChangeList
          rows={rows}
          isPending={query.isPending}
          more={query.hasNextPage ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage } : null}
          onOpen={({ _id }) => go({ history: Number(_id) })}
        />
      ) : (
        <>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => go({ history: '' })}
          >
            {words.toList}
          </Button>
          <ChangeView
            key={changeId}
            past={past}
            changeId={changeId}
            comparedWith={comparedWith}
            rows={rows}
            newest={rows[0]?._id ?? (query.isPending ? null : changeId)}
            onCompare={(other) => go({ history: Number(changeId), with: other })}
          />
        </>
      )}
    </HistoryDrawer>
  );
};
