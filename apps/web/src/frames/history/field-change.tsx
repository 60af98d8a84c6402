import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { entryText, isEntries } from '../entry-text.ts';
import type { FormShape } from '../../form/merge.ts';
import classes from './history.module.css';
import { historyMessages } from './history.messages.ts';
import type { Reading } from './past.ts';
import { type Known, ShownValue } from './shown-value.tsx';
import { WordDiff } from './word-diff.tsx';

type Value = FormShape[string];
type FieldChangeProps = { label: string; reading: Reading; before: Value | undefined; after: Value | undefined; known: Known };

/** Longer texts are compared word by word. */
const SHORT = 60;
/** So many names of a list are shown at once. */
const NAMES = 50;

/** What was taken out of a list and what came in, by name. */
const Names = ({ ids, title, sign, known }: { ids: readonly string[]; title: string; sign: string; known: Known }) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  if (ids.length === 0) return null;
  const named = ids.map((id) => ({ id, name: known.names[id] ?? id })).toSorted((one, other) => one.name.localeCompare(other.name, 'pl'));
  return (
    <div className={classes.names} data-sign={sign}>
      {title && (
        <span>
          {title} ({format.number(ids.length)})
        </span>
      )}
      <ul>
        {named.slice(0, NAMES).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {named.length > NAMES && <li>{words.and(format.number(named.length - NAMES))}</li>}
      </ul>
    </div>
  );
};

const isNames = (value: Value | undefined): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.side}>
    <span>{title}</span>
    <div>{children}</div>
  </div>
);

/** HIST-02: one field before and after, in the words and formats of the form. */
export const FieldChange = ({ label, reading, before, after, known }: FieldChangeProps) => {
  const words = useMessages(historyMessages);
  const shown = (value: Value | undefined): ReactNode => <ShownValue label={label} reading={reading} value={value} known={known} />;
  const asText = (value: Value): string => (isEntries(value) ? entryText(value, reading) : typeof value === 'string' ? value : '');
  const content = (): ReactNode => {
    // Of an item that was made or deleted there is one side only.
    if (before === undefined || after === undefined) {
      const only = before ?? after;
      if (isNames(only)) return <Names ids={only} title="" sign="" known={known} />;
      return <div className={classes.only}>{isEntries(only) ? entryText(only, reading) : shown(only)}</div>;
    }
    if ((isNames(before) && before.length > 0) || (isNames(after) && after.length > 0)) {
      const [old, now] = [isNames(before) ? before : [], isNames(after) ? after : []];
      const [added, removed] = [now.filter((id) => !old.includes(id)), old.filter((id) => !now.includes(id))];
      if (added.length + removed.length === 0) return <em>{words.reordered}</em>;
      return (
        <>
          <Names ids={added} title={words.added} sign="+" known={known} />
          <Names ids={removed} title={words.removed} sign="−" known={known} />
        </>
      );
    }
    const [one, other] = [asText(before), asText(after)];
    const isLong = isEntries(before) || isEntries(after) || [one, other].some((text) => text.length > SHORT || text.includes('\n'));
    if ((reading === undefined || isEntries(before) || isEntries(after)) && isLong) return <WordDiff before={one} after={other} />;
    return (
      <div className={classes.sides}>
        <Side title={words.was}>{shown(before)}</Side>
        <Side title={words.is}>{shown(after)}</Side>
      </div>
    );
  };
  return (
    <li className={classes.field}>
      <h3>{label}</h3>
      {content()}
    </li>
  );
};
