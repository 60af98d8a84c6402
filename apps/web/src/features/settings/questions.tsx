import type { FieldProblemCode } from '@endcap/contract/core';
import { arrayMove } from '@dnd-kit/sortable';
import { Text } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Entry } from '../../form/merge.ts';
import { useMessages } from '../../lib/language.tsx';
import { AddQuestion, type AddQuestionProps } from './add-question.tsx';
import { QuestionCard } from './question-card.tsx';
import { Reorderable } from './reorderable.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

type QuestionsProps = AddQuestionProps & {
  value: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  /** The code of a problem of a pair's field. */
  problemOf: (at: number, field: string) => FieldProblemCode | undefined;
};

/** List of question pairs to add, edit, remove and reorder (LOY-10..21). */
export const Questions = ({ value, onChange, problemOf, ...typed }: QuestionsProps) => {
  const words = useMessages(settingsMessages);
  const list = useRef<HTMLOListElement>(null);
  const entry = useRef<HTMLDivElement>(null);
  /** The focus moves on to the next pair's button, or to the entry when none is left (WCAG 2.4.3). */
  const remove = (at: number): void => {
    flushSync(() => onChange(value.filter((_, index) => index !== at)));
    const cards = list.current?.children;
    const next = [...(cards?.[Math.min(at, cards.length - 1)]?.querySelectorAll('button') ?? [])].at(-1);
    (next ?? entry.current?.querySelector('textarea') ?? entry.current?.querySelector('button'))?.focus();
  };
  return (
    <div>
      {value.length === 0 && <Text c="dimmed">{words.noQuestions}</Text>}
      <Reorderable ids={value.map(({ id }) => id)} onMove={(from, to) => onChange(arrayMove([...value], from, to))}>
        <ol ref={list} className={classes.questions}>
          {value.map((pair, at) => (
            <QuestionCard
              key={pair.id}
              pair={pair}
              position={at + 1}
              problemOf={(field) => problemOf(at, field)}
              onChange={(part) => onChange(value.map((one) => (one.id === pair.id ? { ...one, ...part } : one)))}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
      </Reorderable>
      <AddQuestion ref={entry} position={value.length + 1} {...typed} />
    </div>
  );
};
