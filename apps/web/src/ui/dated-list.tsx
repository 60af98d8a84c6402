import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { DateField } from './date-field.tsx';
import classes from './dated-list.module.css';
import { IconPlus, IconTrash } from './icons/frame-icons.ts';

type Dated = { id: string } & Record<string, string>;
type DatedListProps = {
  label: string;
  words: { day: string; add: string; remove: (day: string) => string };
  value: readonly Dated[];
  onChange: (entries: Dated[]) => void;
  /** Initial values of a new entry, without its day. */
  blank: Readonly<Record<string, string>>;
  dayError: (entry: Dated) => string | undefined;
  /** Renders the fields of an entry other than its day. */
  children: (entry: Dated, change: (part: Record<string, string>) => void) => ReactNode;
};

/** Editable list of days, each with further fields. */
export const DatedList = ({ label, words, value, onChange, blank, dayError, children }: DatedListProps) => {
  const list = useRef<HTMLDivElement>(null);
  const change = (id: string, part: Record<string, string>): void =>
    onChange(value.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const add = (): void => {
    flushSync(() => onChange([...value, { ...blank, id: crypto.randomUUID().replaceAll('-', ''), day: '' }]));
    list.current?.querySelector<HTMLElement>(`[data-row='${value.length}'] input`)?.focus();
  };
  /** Removes an entry and moves the focus to the next entry's button, or to Add (WCAG 2.4.3). */
  const remove = (at: number): void => {
    flushSync(() => onChange(value.filter((_, index) => index !== at)));
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    (rows[Math.min(at, rows.length - 1)] ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  };
  return (
    <div ref={list} role="group" aria-label={label} className={classes.list}>
      {value.map((entry, at) => (
        <div key={entry.id} className={classes.row} data-row={at}>
          <DateField
            kind="day"
            use="start"
            label={words.day}
            value={entry['day'] ?? ''}
            onChange={(day) => change(entry.id, { day })}
            error={dayError(entry)}
          />
          {children(entry, (part) => change(entry.id, part))}
          <ActionIcon
            data-remove
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.remove ?? ''}
            aria-label={words.remove(entry['day'] ?? '')}
            onClick={() => remove(at)}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button data-add size="compact-sm" variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {words.add}
      </Button>
    </div>
  );
};
