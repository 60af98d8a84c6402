import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useMemo } from 'react';
import type { FormShape } from '../../form/merge.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { historyMessages } from './history.messages.ts';
import classes from './history.module.css';
import type { Reading } from './past.ts';
import { entryText, isEntries, type Known, ShownValue } from './shown-value.tsx';

/** Two long texts that have little in common take too long to compare. */
const TIMEOUT_MS = 400;
/** So much of what is the same stays around what differs, UTF-16 units. */
const AROUND = 120;

/** The middle of what is the same is left out; nothing is between the beginning of the text and its first words. */
const shortened = (text: string, isFirst: boolean, isLast: boolean): string => {
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  if (text.length <= head + tail + AROUND) return text;
  return `${head === 0 ? '' : text.slice(0, head)} … ${tail === 0 ? '' : text.slice(-tail)}`;
};

type Part = { key: string; kind: 'same' | 'added' | 'removed'; text: string };

const partsOf = (before: string, after: string): Part[] => {
  const parts = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  let at = 0;
  return parts.map(({ value, added, removed }, n) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    const text = kind === 'same' ? shortened(value, n === 0, n === parts.length - 1) : value;
    at += value.length;
    return { key: `${kind}${at}`, kind, text };
  });
};
const elements = { same: 'span', added: 'ins', removed: 'del' } as const;

/** HIST-02: what was taken out of a text and what came in, as text and never as what it would mean in a page. */
const WordDiff = ({ before, after }: { before: string; after: string }) => {
  const parts = useMemo(() => partsOf(before, after), [before, after]);
  return (
    <p className={classes.words}>
      {parts.map(({ key, kind, text }) => {
        const Element = elements[kind];
        return <Element key={key}>{text}</Element>;
      })}
    </p>
  );
};

type Value = FormShape[string];
type FieldChangeProps = {
  label: string;
  /** The label, as the way to the field's own history. */
  heading?: ReactNode;
  reading: Reading;
  before: Value | undefined;
  after: Value | undefined;
  known: Known;
};

/** Longer texts are compared word by word. */
const SHORT = 60;
/** So many names of a list are shown at once. */
const NAMES = 50;

/** Names of the items that were removed from a list or added to it. */
const Names = ({ ids, title, sign, known }: { ids: readonly string[]; title: string; sign: string; known: Known }) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  if (ids.length === 0) return null;
  const named = ids.map((id) => ({ id, name: known.names[id] ?? id })).toSorted((one, other) => one.name.localeCompare(other.name, 'pl'));
  return (
    <div className={classes.names} data-sign={sign}>
      {title && <span>{`${title} (${format.number(ids.length)})`}</span>}
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
export const FieldChange = ({ label, heading = label, reading, before, after, known }: FieldChangeProps) => {
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
      <h3>{heading}</h3>
      {content()}
    </li>
  );
};
