import { actionWord, type HistoryChange, type HistoryRow, type Version } from '@endcap/contract/history';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { FailedView } from '../../ui/state-view.tsx';
import { sameValue } from '../../lib/same-value.ts';
import type { FormShape } from '../../form/merge.ts';
import { FieldChange } from './field-change.tsx';
import { FieldLink } from './field-link.tsx';
import classes from './history.module.css';
import { historyMessages, whoOf } from './history.messages.ts';
import { history } from './history.queries.ts';
import { type Reading, versionBefore } from './past.ts';

/** Functions of an editor that show the versions of its item and fill them into the form. */
export type Past = {
  formOf: (version: Version) => FormShape | null;
  /** The item as it is stored; null when it was deleted. */
  stored: FormShape | null;
  label: (field: string) => string;
  reads: (field: string) => Reading;
  /** Fills the form, or a new one. */
  use: (change: HistoryChange) => void;
  /** Returns true if the form already has the values of a version. */
  isInForm: (form: FormShape) => boolean;
};

const NOTHING: FormShape = {};
/** Returns true for an empty value. Fields that are empty before and after are not listed. */
const isNothing = (value: FormShape[string] | undefined): boolean => !value || (Array.isArray(value) && value.length === 0);

const FieldChanges = ({
  past,
  before,
  after,
  changes,
}: {
  past: Past;
  before: FormShape;
  after: FormShape;
  changes: readonly HistoryChange[];
}) => {
  const words = useMessages(historyMessages);
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => !sameValue(before[field], after[field]) && !(isNothing(before[field]) && isNothing(after[field])),
  );
  const names = Object.fromEntries(changes.flatMap((change) => Object.entries(change.names)));
  if (fields.length === 0) return <p>{words.same}</p>;
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <FieldChange
          key={field}
          label={past.label(field)}
          heading={<FieldLink field={field} label={past.label(field)} />}
          reading={past.reads(field)}
          before={before[field]}
          after={after[field]}
          context={{ names, missingFiles: changes.flatMap(({ missingFiles }) => missingFiles) }}
        />
      ))}
    </ul>
  );
};

type ChangeViewProps = {
  past: Past;
  changeId: string;
  comparedWith: number | 'now' | null;
  /** Changes loaded so far, newest first. */
  rows: readonly HistoryRow[];
  /** Id of the item's latest change, also if it was made after the editor was opened; null while loading. */
  newest: string | null;
  onCompare: (other: number | 'now' | undefined) => void;
};

/** Shows what a change did, or how its version differs from another one (HIST-02, HIST-03). */
export const ChangeView = ({ past, changeId, comparedWith, rows, newest, onCompare }: ChangeViewProps) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  const language = useLanguage();
  const otherId = comparedWith === 'now' ? newest : comparedWith === null ? null : String(comparedWith);
  const chosen = useQuery(history.change(changeId));
  const other = useQuery({ ...history.change(otherId ?? ''), enabled: otherId !== null });
  const failed = [chosen, other].find(({ isError }) => isError);
  if (failed) return <FailedView error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!chosen.data || (comparedWith !== null && !other.data)) return <Skeleton h={320} />;
  const change = chosen.data;
  const version = past.formOf(change.version);

  const sides = (): [before: FormShape | null, after: FormShape | null] => {
    if (comparedWith === null) return [past.formOf(versionBefore(change)), version];
    const theirs = past.formOf(other.data?.version ?? null);
    // The older one first.
    return comparedWith === 'now' || comparedWith > Number(changeId) ? [version, theirs] : [theirs, version];
  };
  const [before, after] = sides();
  const usable = version ?? past.formOf(versionBefore(change));
  const others = rows.filter(({ _id, action }) => _id !== changeId && action !== 'delete');
  return (
    <>
      <p className={classes.about}>
        <strong>{whoOf(change.person, words.program)}</strong> <span>{`· ${actionWord(language, change.kind, change.action)} ·`}</span>{' '}
        <time dateTime={change.at} translate="no">
          {format.minute(change.at)}
        </time>
      </p>
      <NativeSelect
        label={words.compare}
        value={comparedWith ?? ''}
        onChange={({ currentTarget: { value } }) => onCompare(value === '' ? undefined : value === 'now' ? value : Number(value))}
        data={[
          { value: '', label: words.before },
          ...(past.stored ? [{ value: 'now', label: words.now }] : []),
          ...others.map(({ _id, at, person }) => ({ value: _id, label: words.versionOf(format.minute(at), whoOf(person, words.program)) })),
        ]}
      />
      {change.deleted && <p>{words.wasDeleted}</p>}
      <FieldChanges
        past={past}
        before={before ?? NOTHING}
        after={after ?? NOTHING}
        changes={[change, ...(other.data ? [other.data] : [])]}
      />
      {usable && (
        <div className={classes.actions}>
          {past.stored && past.isInForm(usable) ? (
            <p>{words.usedNow}</p>
          ) : (
            <Button onClick={() => past.use(change)}>{past.stored ? words.use : words.makeAgain}</Button>
          )}
        </div>
      )}
    </>
  );
};
