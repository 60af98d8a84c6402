import type { CalendarItem } from '@endcap/contract/calendar';
import { type PointerEvent, useRef } from 'react';
import { type Draft, type Edge, movedBy } from './chart-scale.ts';

type Drag = { x: number; dayWidth: number };

type BarEvents = {
  /** True while the last move is being saved. Dragging is disabled until the save ends. */
  isMoving: boolean;
  onDraft: (draft: Draft | null) => void;
  onDrop: (draft: Draft) => void;
};

/** Drags an end of a bar by whole days and saves it on release. */
export const useBarDrag = (item: CalendarItem, days: number, { isMoving, onDraft, onDrop }: BarEvents) => {
  const drag = useRef<Drag | null>(null);
  const draft = useRef<Draft | null>(null);
  const end = (): void => {
    drag.current = null;
    draft.current = null;
  };
  return (edge: Edge) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const line = event.currentTarget.closest<HTMLElement>('[data-line]');
      if (event.button !== 0 || !line || isMoving) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, dayWidth: line.clientWidth / days };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!drag.current) return;
      const moved = Math.round((event.clientX - drag.current.x) / drag.current.dayWidth);
      // An end that would pass the other one stays where it was.
      draft.current = movedBy(item, null, edge, moved) ?? draft.current;
      onDraft(draft.current);
    },
    onPointerUp: (): void => {
      if (!drag.current) return;
      const dropped = draft.current;
      end();
      if (dropped && dropped.days !== 0) onDrop(dropped);
      else onDraft(null);
    },
    onPointerCancel: (): void => {
      if (!drag.current) return;
      end();
      onDraft(null);
    },
  });
};
