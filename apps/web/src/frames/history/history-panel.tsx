import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { actionWord, type EditedKind, type HistoryChange, type HistoryRow } from '@endcap/contract/history';
import { Alert, Button, Drawer, NativeSelect, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { IconArrowLeft } from '../../ui/icons/screen-icons.ts';
import { APPEARS } from '../../ui/motion.ts';
import { FailedView } from '../../ui/state-view.tsx';
import { HISTORY_LINK, useHistoryAddress } from '../history-link.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { ChangeView, type Past } from './change-view.tsx';
import { FieldLink } from './field-link.tsx';
import { historyMessages, whoOf } from './history.messages.ts';
import classes from './history.module.css';
import { history } from './history.queries.ts';

type HistoryDrawerProps = { opened: boolean; onClose: () => void; onClosed?: () => void; title: string; children: ReactNode };

/** Drawer with changes beside a page. Its head is no `header` element, which screen readers would announce as a second banner. */
export const HistoryDrawer = ({ opened, onClose, onClosed, title, children }: HistoryDrawerProps) => {
  const common = useMessages(commonMessages);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      position="right"
      size={680}
      transitionProps={APPEARS}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={common.close} />
        </div>
        <Drawer.Body className={classes.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};

export type VersionNoticeProps = {
  /** When the version was saved; null for a new item that has the values of a deleted one. */
  of: string | null;
  /** Names of fields that a save would change. */
  fields: readonly string[];
  /** Number of files left out because they are no longer stored. */
  left: number;
  onTakeBack: () => void;
};

/** Notice about the version that was filled in and the fields that a save would change (HIST-04). */
export const VersionNotice = ({ of, fields, left, onTakeBack }: VersionNoticeProps) => {
  const words = useMessages(historyMessages);
  return (
    <Alert color="yellow" variant="light" role="status" className={classes.notice ?? ''}>
      <p>{of === null ? words.inNew : words.inForm(of)}</p>
      {of !== null && <p>{words.willChange(fields.join(', '))}</p>}
      {left > 0 && <p>{words.filesLeft(left)}</p>}
      <Button size="compact-sm" variant="default" onClick={onTakeBack}>
        {words.takeBack}
      </Button>
    </Alert>
  );
};

/** Loads the change that a new item takes its values from, and passes it to `onLoaded` once (HIST-06). */
export const MadeAgain = ({ changeId, onLoaded }: { changeId: string; onLoaded: (change: HistoryChange) => void }) => {
  const { data, error, isError, refetch } = useQuery(history.change(changeId));
  const loaded = useEffectEvent(onLoaded);
  useEffect(() => {
    if (data) loaded(data);
  }, [data]);
  return isError ? <FailedView error={error} onRetry={() => void refetch()} /> : null;
};

type ChangeListProps = {
  rows: readonly HistoryRow[];
  past: Past;
  /** Field whose changes are listed; undefined for all fields. */
  field: string | undefined;
  isPending: boolean;
  more: { load: () => void; isLoading: boolean } | null;
  onOpen: (row: HistoryRow) => void;
};

const Row = ({ row, past, onOpen }: { row: HistoryRow; past: Past; onOpen: () => void }) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  const language = useLanguage();
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <strong>{whoOf(row.person, words.program)}</strong>
        <time dateTime={row.at} title={format.minute(row.at)}>
          {`${format.moment(row.at)} · ${format.ago(row.at)}`}
        </time>
        <span>{actionWord(language, row.kind, row.action)}</span>
      </button>{' '}
      <ChangeSummary row={row} words={past} renderLabel={(field, label) => <FieldLink field={field} label={label} />} />
    </li>
  );
};

/** Lists the changes of an item or of one of its fields, newest first (HIST-01). */
const ChangeList = ({ rows, past, field, isPending, more, onOpen }: ChangeListProps) => {
  const words = useMessages(historyMessages);
  if (isPending) return <Skeleton h={240} />;
  if (rows.length === 0) return <p>{field === undefined ? words.none : words.noneOfField}</p>;
  return (
    <>
      <ol className={classes.changes}>
        {rows.map((row) => (
          <Row key={row._id} row={row} past={past} onOpen={() => onOpen(row)} />
        ))}
      </ol>
      {more && (
        <Button variant="default" fullWidth loading={more.isLoading} onClick={more.load}>
          {words.older}
        </Button>
      )}
    </>
  );
};

type FieldChoiceProps = { past: Past; field: string | undefined; onChoose: (field: string | undefined) => void };

/** Filter by field: offers the fields of the form, and the chosen field even if only the history has it. */
const FieldChoice = ({ past, field, onChoose }: FieldChoiceProps) => {
  const words = useMessages(historyMessages);
  const fields = [...new Set([...Object.keys(past.stored ?? {}), ...(field === undefined ? [] : [field])])];
  // A field beside a list has the label of the list.
  const byLabel = new Map(fields.toReversed().map((one) => [past.label(one), one]));
  if (byLabel.size === 0) return null;
  const options = [...byLabel]
    .map(([label, value]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'pl'));
  return (
    <NativeSelect
      label={words.field}
      value={field ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
      data={[{ value: '', label: words.allFields }, ...options]}
    />
  );
};

type HistoryPanelProps = { kind: EditedKind; item: string; name: string | null; past: Past };

/** Focuses the History link. If the URL opened the drawer, Mantine has no element to return the focus to. */
const giveFocusBack = (): void => {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement?.closest('[role="dialog"]')) document.getElementById(HISTORY_LINK)?.focus();
};

/** Drawer with the changes of an item, or with one of them (HIST-01). */
export const HistoryPanel = ({ kind, item, name, past }: HistoryPanelProps) => {
  const words = useMessages(historyMessages);
  const { isOpen, changeId, comparedWith, field, go } = useHistoryAddress();
  const query = useInfiniteQuery({ ...history.of(kind, item, changeId === null ? field : undefined), enabled: isOpen });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <HistoryDrawer opened={isOpen} onClose={() => go({})} onClosed={giveFocusBack} title={words.of(name ?? rows[0]?.label ?? '')}>
      {query.isError && rows.length === 0 ? (
        <FailedView error={query.error} onRetry={() => void query.refetch()} />
      ) : changeId === null ? (
        <>
          <FieldChoice past={past} field={field} onChoose={(chosen) => go({ history: '', field: chosen })} />
          <ChangeList
            rows={rows}
            past={past}
            field={field}
            isPending={query.isPending}
            more={query.hasNextPage ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage } : null}
            onOpen={({ _id }) => go({ history: Number(_id) })}
          />
        </>
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
