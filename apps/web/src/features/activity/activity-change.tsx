import { actionWord, type HistoryChange } from '@endcap/contract/history';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FieldChange } from '../../frames/history/field-change.tsx';
import { HistoryDrawer } from '../../frames/history/history-panel.tsx';
import { history } from '../../frames/history/history.queries.ts';
import type { Reading } from '../../frames/history/past.ts';
import { historyMessages, whoOf } from '../../frames/history/history.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { FailedView } from '../../ui/state-view.tsx';
import classes from './activity.module.css';
import { activityMessages } from './activity.messages.ts';
import { activity } from './activity.queries.ts';
import { ChangeLink } from './change-link.tsx';
import { RowSummary, useActionWord, useSubject } from './row-words.tsx';

type Shown = string | boolean | string[] | undefined;
/** A value as forms show it. A value that did not exist before has no side in the change. */
const shownOf = (value: unknown): Shown => {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const isNothing = (value: Shown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A field's label, which opens the changes of this field of the item (E-66). */
const FieldLink = ({ change: { kind, item }, field, label }: { change: HistoryChange; field: string; label: string }) => {
  const { ofField } = useMessages(historyMessages);
  const search = { kind, field, ...(item !== null && { item }) };
  return (
    <LinkAnchor to={paths.activity} search={search} className={classes.fieldLink ?? ''} title={ofField(label)}>
      {label}
    </LinkAnchor>
  );
};

const Fields = ({ change }: { change: HistoryChange }) => {
  const words = useMessages(activityMessages);
  const names: Readonly<Record<string, string>> = words.fieldNames;
  const readings: Readonly<Record<string, Reading>> = {
    validUntil: 'end',
    startsAt: 'instant',
    recalledAt: 'instant',
    image: 'file',
    proposedImage: 'file',
    sending: words.sending,
    followUps: words.sending,
    approval: words.approval,
  };
  const fields = Object.entries(change.changes)
    .map(([field, [before, after]]) => ({ field, before: shownOf(before), after: shownOf(after) }))
    .filter(({ before, after }) => !isNothing(before) || !isNothing(after));
  return (
    <ul className={classes.fields}>
      {fields.map(({ field, before, after }) => (
        <FieldChange
          key={field}
          label={names[field] ?? field}
          {...(change.action === 'update' && { heading: <FieldLink change={change} field={field} label={names[field] ?? field} /> })}
          reading={readings[field]}
          before={before}
          after={after}
          context={change}
        />
      ))}
    </ul>
  );
};

/** Counts of an import: items read, created, changed and left unchanged. */
const ImportCounts = ({ changes }: HistoryChange) => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  const names: Readonly<Record<string, string>> = words.fieldNames;
  const counts = Object.entries(changes).map(([field, [, count]]) => `${names[field] ?? field}: ${format.number(Number(count))}`);
  return <p className={classes.about}>{counts.join(' · ')}</p>;
};

/** The changes that an import made to each item, page by page (E-6D). */
const ImportItems = ({ changeId }: { changeId: string }) => {
  const words = useMessages(activityMessages);
  const subjectOf = useSubject();
  const actionOf = useActionWord();
  const { data, error, isError, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    activity.importedBy(changeId),
  );
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  if (isError && rows.length === 0) return <FailedView error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton h={240} />;
  return (
    <>
      <h3 className={classes.itemsTitle}>{words.importItems}</h3>
      {rows.length === 0 && <p>{words.noImportItems}</p>}
      <ul className={classes.items}>
        {rows.map((row) => (
          <li key={row._id}>
            <ChangeLink row={row} search={{}}>
              {subjectOf(row)}
            </ChangeLink>{' '}
            <span>{`· ${actionOf(row)}`}</span>
            <RowSummary row={row} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.olderItems}
        </Button>
      )}
    </>
  );
};

const Loaded = ({ changeId }: { changeId: string }) => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  const language = useLanguage();
  const subjectOf = useSubject();
  const { data: change, error, isError, refetch } = useQuery(history.change(changeId));
  if (isError) return <FailedView error={error} onRetry={() => void refetch()} />;
  if (!change) return <Skeleton h={240} />;
  return (
    <>
      <p className={classes.about}>
        <strong>{whoOf(change.person, words.program)}</strong> <span>{`· ${actionWord(language, change.kind, change.action)} ·`}</span>{' '}
        <time dateTime={change.at} translate="no">
          {format.minute(change.at)}
        </time>
        <br />
        <span>{subjectOf(change)}</span>
      </p>
      {change.kind === 'notification' && change.item !== null && (
        <div>
          <LinkButton to={paths.notificationDetails} params={{ notificationId: change.item }} variant="default" size="compact-sm">
            {words.openNotification}
          </LinkButton>
        </div>
      )}
      {change.kind === 'import' ? (
        <>
          <ImportCounts {...change} />
          <ImportItems changeId={changeId} />
        </>
      ) : (
        <Fields change={change} />
      )}
    </>
  );
};

/** A change of an entity that has no form of its own (HIST-07). */
export const ActivityChange = ({ changeId, onClose }: { changeId: string | null; onClose: () => void }) => {
  const words = useMessages(activityMessages);
  return (
    <HistoryDrawer opened={changeId !== null} onClose={onClose} title={words.title}>
      {changeId !== null && <Loaded changeId={changeId} />}
    </HistoryDrawer>
  );
};
