import type { FieldProblemCode } from '@endcap/contract/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entry } from '../../form/merge.ts';
import { useMessages } from '../../lib/language.tsx';
import { IconPencil, IconTrash } from '../../ui/icons/frame-icons.ts';
import { IconGripVertical } from '../../ui/icons/late-icons.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { QuestionFields } from './question-fields.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

type QuestionCardProps = {
  pair: Entry;
  position: number;
  problemOf: (field: string) => FieldProblemCode | undefined;
  onChange: (part: Record<string, string>) => void;
  onRemove: () => void;
};

/** Edit mode of a pair, with its focus management. */
const useEditing = () => {
  const [editing, setEditing] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  /** Moves the focus to the fields, and back to the pencil button. */
  const edit = (begins: boolean): void => {
    flushSync(() => setEditing(begins));
    (begins ? fields.current?.querySelector('textarea') : pencil.current)?.focus();
  };
  return { editing, edit, fields, pencil };
};

/** Question and answer as the app shows them. */
const ShownPair = ({ pair }: Pick<QuestionCardProps, 'pair'>) => (
  <>
    <strong>
      <Markdown source={pair['question'] ?? ''} />
    </strong>
    <div>
      <Markdown source={pair['answer'] ?? ''} />
    </div>
  </>
);

/** One pair: as the app shows it, or open to be edited. */
export const QuestionCard = ({ pair, position, problemOf, onChange, onRemove }: QuestionCardProps) => {
  const words = useMessages(settingsMessages);
  const { editing, edit, fields, pencil } = useEditing();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: pair.id });
  const wrong = ['question', 'answer', 'color'].some((field) => problemOf(field) !== undefined);
  const isOpen = editing || wrong;
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition, borderLeftColor: pair['color'] }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        variant="subtle"
        color="gray"
        className={classes.grip ?? ''}
        {...attributes}
        {...listeners}
        aria-label={words.move(position)}
      >
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <div ref={fields} className={classes.pair} {...(isOpen && { role: 'group', 'aria-label': words.nth(position) })}>
        {isOpen ? (
          <>
            <QuestionFields pair={pair} onChange={onChange} problemOf={problemOf} />
            <Button size="compact-sm" variant="default" disabled={wrong} onClick={() => edit(false)}>
              {words.done}
            </Button>
          </>
        ) : (
          <ShownPair pair={pair} />
        )}
      </div>
      <div className={classes.tools}>
        <ActionIcon ref={pencil} variant="subtle" color="gray" size="lg" aria-label={words.edit(position)} onClick={() => edit(true)}>
          <IconPencil size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.remove(position)} onClick={onRemove}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
};
