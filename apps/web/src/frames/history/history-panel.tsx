import type { EditedKind } from '@endcap/contract/history';
import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { IconArrowLeft } from '../../ui/icons/screen-icons.ts';
import { FailedView } from '../../ui/state-view.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeView, type Past } from './change-view.tsx';
import classes from './history.module.css';
import { HISTORY_LINK } from '../history-link.tsx';
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
  const common = useMessages(commonMessages);
  const { isOpen, changeId, comparedWith, go } = useHistoryAddress();
  const query = useInfiniteQuery({ ...history.of(kind, item), enabled: isOpen });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Drawer.Root opened={isOpen} onClose={() => go({})} onExitTransitionEnd={giveFocusBack} position="right" size={680}>
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title>{words.of(name ?? rows[0]?.label ?? '')}</Drawer.Title>
          <Drawer.CloseButton aria-label={common.close} />
        </div>
        <Drawer.Body className={classes.body ?? ''}>
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
                onCompare={(other) => go({ history: Number(changeId), with: other })}
              />
            </>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};
