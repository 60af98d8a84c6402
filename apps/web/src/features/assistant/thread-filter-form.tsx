import { SEARCH_MAX_LENGTH } from '@endcap/contract/core';
import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { type ReactNode, useState } from 'react';
import { codeMessages } from '../../frames/code.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { assistantMessages } from './assistant.messages.ts';
import classes from './assistant.module.css';
import { countOf, isDay, isNarrowed, type ThreadFilters, tidied } from './thread-filters.ts';

const mayBe = (day: string | undefined): boolean => !day || isDay(day);

type FormProps = { applied: ThreadFilters; onApply: (filters: ThreadFilters) => void };
type FieldsProps = { filters: ThreadFilters; change: (part: ThreadFilters) => void };

/** The filters used less often than the text search. */
const OtherFields = ({ filters: { threadId = '', userId = '', from = '', to = '', unanswered }, change }: FieldsProps) => {
  const words = useMessages(assistantMessages);
  const codes = useMessages(codeMessages);
  const problem = (day: string): string | undefined => (mayBe(day) ? undefined : codes.notDate);
  return (
    <>
      <TextInput label={words.threadId} value={threadId} onChange={({ currentTarget: { value } }) => change({ threadId: value })} />
      <TextInput
        label={words.customer}
        value={userId}
        maxLength={SEARCH_MAX_LENGTH}
        onChange={({ currentTarget: { value } }) => change({ userId: value })}
      />
      <DateField label={words.from} kind="day" use="past" value={from} onChange={(day) => change({ from: day })} error={problem(from)} />
      <DateField label={words.to} kind="day" use="past" value={to} onChange={(day) => change({ to: day })} error={problem(to)} />
      <Checkbox
        className={classes.unknown ?? ''}
        label={words.unanswered}
        checked={unanswered === true}
        onChange={({ currentTarget: { checked } }) => change({ unanswered: checked || undefined })}
      />
    </>
  );
};

type FoldedProps = { first: ReactNode; filled: number; children: ReactNode };

/** On phones, shows only the first field until the others are unfolded, so that the list begins in view (ux 24). */
const Folded = ({ first, filled, children }: FoldedProps) => {
  const words = useMessages(assistantMessages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className={classes.first}>
        {first}
        <Button variant="default" className={classes.unfold ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.more(filled)}
        </Button>
      </div>
      <div className={classes.others} data-open={open || undefined}>
        {children}
      </div>
    </>
  );
};

/** Filters apply on submit, not while typing (THR-LIST-02..04). */
export const ThreadFilterForm = ({ applied, onApply }: FormProps) => {
  const words = useMessages(assistantMessages);
  const of = JSON.stringify(applied);
  const [typed, setTyped] = useState({ of, filters: applied });
  if (typed.of !== of) setTyped({ of, filters: applied });
  const change = (part: ThreadFilters): void => setTyped((before) => ({ ...before, filters: { ...before.filters, ...part } }));
  const { text = '', ...others } = typed.filters;
  return (
    <form
      className={classes.filter}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayBe(others.from) && mayBe(others.to)) onApply(tidied(typed.filters));
      }}
    >
      <Folded
        filled={countOf(others)}
        first={
          <TextInput
            label={words.words}
            value={text}
            maxLength={SEARCH_MAX_LENGTH}
            onChange={({ currentTarget: { value } }) => change({ text: value })}
          />
        }
      >
        <OtherFields filters={others} change={change} />
      </Folded>
      <div className={classes.buttons}>
        <Button type="submit" variant="default">
          {words.apply}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          disabled={!isNarrowed(typed.filters) && !isNarrowed(applied)}
          onClick={() => {
            setTyped({ of, filters: {} });
            onApply({});
          }}
        >
          {words.clear}
        </Button>
      </div>
    </form>
  );
};
