import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { settingsMessages } from './settings.messages.ts';

type ReorderableProps = { ids: readonly string[]; onMove: (from: number, to: number) => void; children: ReactNode };

/** A list that can be reordered by drag or keyboard, with announcements for screen readers. */
export const Reorderable = ({ ids, onMove, children }: ReorderableProps) => {
  const words = useMessages(settingsMessages);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const positionOf = (id: unknown): number => ids.findIndex((one) => one === id) + 1;
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) onMove(positionOf(active.id) - 1, positionOf(over.id) - 1);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: words.moveHint },
        announcements: {
          onDragStart: ({ active }) => words.lifted(positionOf(active.id)),
          onDragOver: ({ over }) => (over ? words.movedTo(positionOf(over.id), ids.length) : undefined),
          onDragEnd: ({ over }) => (over ? words.dropped(positionOf(over.id)) : words.cancelled),
          onDragCancel: () => words.cancelled,
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
};
