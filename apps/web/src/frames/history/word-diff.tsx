import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import classes from './history.module.css';

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
export const WordDiff = ({ before, after }: { before: string; after: string }) => {
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
