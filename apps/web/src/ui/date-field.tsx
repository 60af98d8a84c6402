import { ActionIcon, TextInput } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../lib/language.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { type DateKind, type DateUse, shownDate, valueOfTyped } from './date-kind.ts';
import { dateFieldMessages } from './date-field.messages.ts';
import { IconCalendar } from './icons/screen-icons.ts';
import classes from './date-field.module.css';

/** Optional: a date can be typed before it has loaded. */
const DateCalendar = lazyPart(
  () => import('./date-calendar.tsx'),
  (module) => module.DateCalendar,
);

type DateFieldProps = {
  label: string;
  description?: ReactNode;
  kind: DateKind;
  /** Purpose of the date. It decides how a text without a time or a year is read. */
  use: DateUse;
  /** In the format of `DateKind`; empty for no date. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  required?: boolean;
  /** Returns true if the form accepts a value. The calendar offers only accepted values. */
  accepts?: (value: string) => boolean;
};

type CalendarButtonProps = Pick<DateFieldProps, 'kind' | 'use' | 'value' | 'accepts'> & {
  describedBy: string;
  onChoose: (value: string) => void;
};

/** Opens the calendar, which closes on a choice. */
const CalendarButton = ({ describedBy, onChoose, ...shown }: CalendarButtonProps) => {
  const words = useMessages(dateFieldMessages);
  const [opened, setOpened] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = async (): Promise<void> => {
    // Load the calendar before it opens, because the focus moves into it.
    if (!DateCalendar.get()) await DateCalendar.want();
    // Mount it before it opens, so that it can return the focus to the button.
    flushSync(() => setDrawn(DateCalendar.get() !== null));
    setOpened((before) => !before && DateCalendar.get() !== null);
  };
  const choose = (chosen: string): void => {
    setOpened(false);
    onChoose(chosen);
  };
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        aria-label={words.calendar}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onPointerEnter={() => void DateCalendar.preload()}
        onClick={() => void toggle()}
        // The calendar receives keys only once it has the focus, shortly after it appears.
        onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
      >
        <IconCalendar size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {drawn && <DateCalendar of={button} opened={opened} onClose={() => setOpened(false)} onChoose={choose} {...shown} />}
    </>
  );
};

/** Field for a date, or a date and time in Warsaw, typed freely or chosen. Text that cannot be parsed stays visible. */
export const DateField = ({ label, description, kind, use, value, onChange, error, required = false, accepts }: DateFieldProps) => {
  const words = useMessages(dateFieldMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Input is shown as typed, and formatted on leaving the field.
  const [typed, setTyped] = useState<string | null>(null);
  // The value before typing began: a day typed without an hour keeps its hour.
  const before = useRef(value);

  const choose = (chosen: string): void => {
    // The text must be rendered before its time is selected.
    flushSync(() => {
      setTyped(null);
      onChange(chosen);
    });
    input.current?.focus();
    // Select the time, so that typing replaces it.
    if (kind === 'minute') input.current?.setSelectionRange('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:mm'.length);
  };
  return (
    <TextInput
      ref={input}
      id={id}
      className={classes.field ?? ''}
      classNames={{ input: classes.input ?? '' }}
      label={label}
      description={description}
      required={required}
      autoComplete="off"
      placeholder={words[kind]}
      value={typed ?? shownDate(kind, value)}
      onChange={(event) => {
        if (typed === null) before.current = value;
        setTyped(event.currentTarget.value);
        onChange(valueOfTyped(kind, event.currentTarget.value, { use, value: before.current }));
      }}
      onBlur={() => setTyped(null)}
      error={error}
      rightSection={
        <CalendarButton describedBy={`${id}-label`} kind={kind} value={value} use={use} onChoose={choose} {...(accepts && { accepts })} />
      }
    />
  );
};
