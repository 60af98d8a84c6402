import type { FieldProblemCode } from '@endcap/contract/core';
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entry } from '../../frames/merge.ts';
import { useMessages } from '../../lib/language.tsx';
import { QuestionCard } from './question-card.tsx';
import { QuestionFields } from './question-fields.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

type QuestionsProps = {
  value: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  /** The code of a problem of a pair's field. */
  problemOf: (at: number, field: string) => FieldProblemCode | undefined;
  /** The pair in the entry below the list, which belongs to the form until it is added (D-44). */
  typed: Pair;
  onType: (part: Partial<Pair>) => void;
  typedProblemOf: (field: keyof Pair) => FieldProblemCode | undefined;
  /** Null while it cannot be added. */
  onAdd: (() => void) | null;
};
type Pair = { question: string; answer: string; color: string };

/** LOY-10..21: pairs that are added, edited, removed and put in order by drag or by keyboard. */
export const Questions = ({ value, onChange, problemOf, typed, onType, typedProblemOf, onAdd }: QuestionsProps) => {
  const words = useMessages(settingsMessages);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const entry = useRef<HTMLDivElement>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: unknown): number => value.findIndex((pair) => pair.id === id) + 1;
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) onChange(arrayMove([...value], placeOf(active.id) - 1, placeOf(over.id) - 1));
  };
  /** The focus moves on to the next pair's button, or to the entry when none is left (WCAG 2.4.3). */
  const remove = (at: number): void => {
    flushSync(() => onChange(value.filter((_, place) => place !== at)));
    const cards = list.current?.children;
    const next = [...(cards?.[Math.min(at, cards.length - 1)]?.querySelectorAll('button') ?? [])].at(-1);
    (next ?? entry.current?.querySelector('textarea'))?.focus();
  };
  return (
    <div>
      {value.length === 0 && <Text c="dimmed">{words.noQuestions}</Text>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          screenReaderInstructions: { draggable: words.moveHint },
          announcements: {
            onDragStart: ({ active }) => words.lifted(placeOf(active.id)),
            onDragOver: ({ over }) => (over ? words.movedTo(placeOf(over.id), value.length) : undefined),
            onDragEnd: ({ over }) => (over ? words.dropped(placeOf(over.id)) : words.cancelled),
            onDragCancel: () => words.cancelled,
          },
        }}
      >
        <SortableContext items={value.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol ref={list} className={classes.questions}>
            {value.map((pair, at) => (
              <QuestionCard
                key={pair.id}
                pair={pair}
                place={at + 1}
                problemOf={(field) => problemOf(at, field)}
                onChange={(part) => onChange(value.map((one) => (one.id === pair.id ? { ...one, ...part } : one)))}
                onRemove={() => remove(at)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <div ref={entry} className={classes.add} role="group" aria-label={words.addTitle}>
        <strong>{words.addTitle}</strong>
        <QuestionFields pair={typed} onChange={onType} problemOf={typedProblemOf} />
        <Button
          variant="default"
          disabled={!onAdd}
          onClick={() => {
            if (!onAdd) return;
            flushSync(onAdd);
            entry.current?.querySelector('textarea')?.focus();
            setSaid(words.added(value.length + 1));
          }}
        >
          {words.add}
        </Button>
        <span role="status" className="sr-only">
          {said}
        </span>
      </div>
    </div>
  );
};
