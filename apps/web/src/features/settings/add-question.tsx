import type { FieldProblemCode } from '@endcap/contract/core';
import { Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../../lib/language.tsx';
import { IconPlus } from '../../ui/icons/frame-icons.ts';
import { QuestionFields } from './question-fields.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

type Pair = { question: string; answer: string; color: string };
export type AddQuestionProps = {
  /** The pair in the entry below the list, which belongs to the form until it is added (D-44). */
  typed: Pair;
  onType: (part: Partial<Pair>) => void;
  typedProblemOf: (field: keyof Pair) => FieldProblemCode | undefined;
  /** Null while it cannot be added. */
  onAdd: (() => void) | null;
};

/** The form for the next pair, folded at first. `position` is that of the new pair in the list. */
export const AddQuestion = (props: AddQuestionProps & { ref: RefObject<HTMLDivElement | null>; position: number }) => {
  const { ref, position, typed, onType, typedProblemOf, onAdd } = props;
  const words = useMessages(settingsMessages);
  const [announcement, setAnnouncement] = useState('');
  const [opened, setOpened] = useState(false);
  const focusFirst = (): void => ref.current?.querySelector('textarea')?.focus();
  // Open the form if it has text, including text restored from a draft.
  if (!opened && (typed.question !== '' || typed.answer !== '')) setOpened(true);
  const open = (): void => {
    flushSync(() => setOpened(true));
    focusFirst();
  };
  const add = (): void => {
    if (!onAdd) return;
    flushSync(onAdd);
    focusFirst();
    setAnnouncement(words.added(position));
  };
  if (!opened)
    return (
      <div ref={ref} className={classes.unfold}>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
          {words.addQuestion}
        </Button>
      </div>
    );
  return (
    <div ref={ref} className={classes.add} role="group" aria-label={words.addTitle}>
      <strong>{words.addTitle}</strong>
      <QuestionFields pair={typed} onChange={onType} problemOf={typedProblemOf} />
      <Button variant="default" disabled={!onAdd} onClick={add}>
        {words.add}
      </Button>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
};
