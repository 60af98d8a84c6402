import { actionWord, type HistoryChange, historyWords, kindWord } from '@endcap/contract/history';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FieldChange } from '../../frames/history/field-change.tsx';
import { HistoryDrawer } from '../../frames/history/history-panel.tsx';
import { history } from '../../frames/history/history.queries.ts';
import type { Reading } from '../../frames/history/past.ts';
import { whoOf } from '../../frames/history/history.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { FailedView } from '../../ui/state-view.tsx';
import classes from './activity.module.css';
import { activityMessages } from './activity.messages.ts';

type Shown = string | boolean | string[] | undefined;
/** A value as forms show it; what was not there before is no side of the change. */
const shownOf = (value: unknown): Shown => {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const isNothing = (value: Shown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const Fields = ({ change }: { change: HistoryChange }) => {
  const words = useMessages(activityMessages);
  const names: Readonly<Record<string, string>> = words.fieldNames;
  const readings: Readonly<Record<string, Reading>> = {
    validUntil: 'instant',
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
        <FieldChange key={field} label={names[field] ?? field} reading={readings[field]} before={before} after={after} known={change} />
      ))}
    </ul>
  );
};

const Loaded = ({ changeId }: { changeId: string }) => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  const language = useLanguage();
  const { safety } = historyWords[language];
  const { data: change, error, isError, refetch } = useQuery(history.change(changeId));
  if (isError) return <FailedView error={error} onRetry={() => void refetch()} />;
  if (!change) return <Skeleton h={240} />;
  return (
    <>
      <p className={classes.about}>
        <strong>{whoOf(change.person, words.program)}</strong> · {actionWord(language, change.kind, change.action)} ·{' '}
        <time dateTime={change.at}>{format.minute(change.at)}</time>
        <br />
        {kindWord(language, change.kind)}
        {change.safety && ` (${safety})`}
        {change.label && `: ${change.label}`}
      </p>
      {change.kind === 'notification' && change.item !== null && (
        <div>
          <LinkButton to={paths.notificationDetails} params={{ notificationId: change.item }} variant="default" size="compact-sm">
            {words.openNotification}
          </LinkButton>
        </div>
      )}
      <Fields change={change} />
    </>
  );
};

/** HIST-07: a change of something that has no form of its own. */
export const ActivityChange = ({ changeId, onClose }: { changeId: string | null; onClose: () => void }) => {
  const words = useMessages(activityMessages);
  return (
    <HistoryDrawer opened={changeId !== null} onClose={onClose} title={words.title}>
      {changeId !== null && <Loaded changeId={changeId} />}
    </HistoryDrawer>
  );
};
