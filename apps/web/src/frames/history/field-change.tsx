import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useMemo } from 'react';
import type { FormShape } from '../../form/merge.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { historyMessages } from './history.messages.ts';
import classes from './history.module.css';
import type { Reading } from './past.ts';
import { entryText, isEntries, type ValueContext, ShownValue } from './shown-value.tsx';

/** Timeout for comparing two texts. Long texts that have little in common take too long. */
const TIMEOUT_MS = 400;
/** Length of unchanged text shown around a difference, in UTF-16 units. */
const AROUND = 120;

/** Shortens unchanged text in the middle; before the first difference its start is left out, after the last one its end. */
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

/** Shows the words removed from a text and added to it, as plain text and never as markup (HIST-02). */
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
  /** The label as a link to the history of the field. */
  heading?: ReactNode;
  reading: Reading;
  before: Value | undefined;
  after: Value | undefined;
  context: ValueContext;
};

/** Longer texts are compared word by word. */
const SHORT = 60;
/** Maximum number of names shown of a list. */
const NAMES = 50;

/** Names of the items that were removed from a list or added to it. */
const Names = ({ ids, title, sign, context }: { ids: readonly string[]; title: string; sign: string; context: ValueContext }) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  if (ids.length === 0) return null;
  const named = ids.map((id) => ({ id, name: context.names[id] ?? id })).toSorted((one, other) => one.name.localeCompare(other.name, 'pl'));
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

/** Shows one field before and after a change, in the words and formats of the form (HIST-02). */
export const FieldChange = ({ label, heading = label, reading, before, after, context }: FieldChangeProps) => {
  const words = useMessages(historyMessages);
  const shown = (value: Value | undefined): ReactNode => <ShownValue label={label} reading={reading} value={value} context={context} />;
  const asText = (value: Value): string => (isEntries(value) ? entryText(value, reading) : typeof value === 'string' ? value : '');
  const content = (): ReactNode => {
    // A created or deleted item has only one side.
    if (before === undefined || after === undefined) {
      const only = before ?? after;
      if (isNames(only)) return <Names ids={only} title="" sign="" context={context} />;
      return <div className={classes.only}>{isEntries(only) ? entryText(only, reading) : shown(only)}</div>;
    }
    if ((isNames(before) && before.length > 0) || (isNames(after) && after.length > 0)) {
      const [old, now] = [isNames(before) ? before : [], isNames(after) ? after : []];
      const [added, removed] = [now.filter((id) => !old.includes(id)), old.filter((id) => !now.includes(id))];
      if (added.length + removed.length === 0) return <em>{words.reordered}</em>;
      return (
        <>
          <Names ids={added} title={words.added} sign="+" context={context} />
          <Names ids={removed} title={words.removed} sign="−" context={context} />
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
