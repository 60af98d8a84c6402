import type { CalendarItem } from '@endcap/contract/calendar';
import { contentWords } from '@endcap/contract/content';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, memo } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { listState } from '../../lib/list-state.ts';
import { paths } from '../../lib/paths.ts';
import { withOther } from '../../lib/with-other.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { type Draft, type Edge, movedBy, type Scale } from './chart-scale.ts';
import { ItemBar } from './item-bar.tsx';

/** Target of a move of the focus. */
export type Step = 'next' | 'previous' | 'first' | 'last';
const steps: Readonly<Record<string, Step | undefined>> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' };

/** Stable functions, so that a row renders only when its own data changes. */
export type RowEvents = {
  onDraft: (draft: Draft | null) => void;
  onMove: (item: CalendarItem, draft: Draft) => void;
  /** Moves the focus to another row. */
  onStep: (from: number, step: Step) => void;
  /** Reports that this row has the focus. */
  onReach: (id: string) => void;
};
export type RowProps = {
  item: CalendarItem;
  /** Index of the row. */
  at: number;
  scale: Scale;
  now: number;
  /** True for the row that is the tab stop. */
  isStop: boolean;
  /** Pending move of this item's start or end. */
  own: Draft | null;
  isMoving: boolean;
  events: RowEvents;
};

/** When an item is published and valid, in words. */
const useSpanWords = () => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const { types } = contentWords[useLanguage()];
  const { other } = useMessages(commonMessages);
  const from = (at: string | null): string => (at === null ? words.ever : format.moment(at));
  const to = (at: string | null): string => (at === null ? words.always : format.endMoment(at));
  return ({ type, start, end, validityStart, validityEnd, disabled, planned, takenBack, safety }: CalendarItem): string =>
    type === 'notification'
      ? [
          safety ? words.safety : words.notification,
          (planned ? words.planned : words.sent)(from(start)),
          takenBack ? words.takenBack : words.valid(from(start), to(end)),
        ].join(', ')
      : [
          withOther(types, type, other),
          words.published(from(start), to(end)),
          (validityStart ?? validityEnd) && words.valid(from(validityStart), to(validityEnd)),
          disabled && words.disabled,
        ]
          .filter(Boolean)
          .join(', ');
};

const useKeys = ({ item, at, own, isMoving, events: { onDraft, onMove, onStep } }: RowProps) => {
  const move = (event: KeyboardEvent, days: number): void => {
    const edge: Edge = event.shiftKey ? 'start' : 'end';
    event.preventDefault();
    if (!isMoving && item.revision !== null && item[edge] !== null) onDraft(movedBy(item, own, edge, days));
  };
  return (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') move(event, -1);
    if (event.key === 'ArrowRight') move(event, 1);
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      onStep(at, step);
    }
    if (event.key === 'Escape' && own && !isMoving) onDraft(null);
    if (event.key === 'Enter' && own) {
      event.preventDefault();
      if (own.days === 0) onDraft(null);
      else if (!isMoving) onMove(item, own);
    }
  };
};

/** Name of an item and link to it. Its keys move the ends of the bar and the focus between rows (CAL-03). */
const ItemName = (props: RowProps) => {
  const { item, isStop, own, isMoving, events } = props;
  const spanWords = useSpanWords();
  const keys = useKeys(props);
  const to =
    item.type === 'notification'
      ? ({ to: paths.notificationDetails, params: { notificationId: item._id } } as const)
      : ({ to: paths.contentEdit, params: { contentId: item._id } } as const);
  return (
    <Link
      {...to}
      className={classes.name}
      title={`${item.name}: ${spanWords(item)}`}
      preload={false}
      draggable={false}
      data-item={item._id}
      tabIndex={isStop ? 0 : -1}
      onClick={() => listState.mark(paths.calendar, item._id)}
      onFocus={() => events.onReach(item._id)}
      onKeyDown={keys}
      onBlur={() => own && !isMoving && events.onDraft(null)}
    >
      <span>{item.takenBack ? <s>{item.name}</s> : item.name || '–'}</span>
      <span className="sr-only">{`, ${spanWords(item)}`}</span>
    </Link>
  );
};

/** An item's publication as a bar with its validity inside. Its ends are moved by dragging or by keys (CAL-01, CAL-03). */
export const ChartRow = memo((props: RowProps) => {
  const { item, scale, now, own, isMoving, events } = props;
  return (
    <>
      <ItemName {...props} />
      <ItemBar
        item={item}
        scale={scale}
        now={now}
        own={own}
        isMoving={isMoving}
        onDraft={events.onDraft}
        onDrop={(draft) => events.onMove(item, draft)}
      />
    </>
  );
});
