import type { CalendarItem } from '@endcap/contract/calendar';
import { contentWords } from '@endcap/contract/content';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, memo } from 'react';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { listPlaces } from '../../lib/list-places.ts';
import { paths } from '../../lib/paths.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { type Draft, type Edge, movedBy, type Scale, withDraft } from './chart-scale.ts';
import { useBarDrag } from './use-bar-drag.ts';

/** Which item is gone to. */
export type Step = 'next' | 'previous' | 'first' | 'last';
const steps: Readonly<Record<string, Step | undefined>> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' };

/** The same functions for good, so that a row is drawn again for its own sake alone. */
export type RowEvents = {
  onDraft: (draft: Draft | null) => void;
  onMove: (item: CalendarItem, draft: Draft) => void;
  /** To another row. */
  onStep: (from: number, step: Step) => void;
  /** This one has the focus. */
  onReach: (id: string) => void;
};
type RowProps = {
  item: CalendarItem;
  /** Its place among the rows. */
  at: number;
  scale: Scale;
  now: number;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  /** What is being moved of it. */
  own: Draft | null;
  isMoving: boolean;
  events: RowEvents;
};

const edges = ['start', 'end'] as const;
const percent = ({ left, width }: { left: number; width: number }) => ({ insetInlineStart: `${left}%`, width: `${width}%` });

/** When an item is published and valid, in words. */
const useSpanWords = () => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const { types } = contentWords[useLanguage()];
  const from = (at: string | null): string => (at === null ? words.ever : format.moment(at));
  const to = (at: string | null): string => (at === null ? words.always : format.moment(at));
  return ({ type, start, end, validityStart, validityEnd, disabled, planned, takenBack, safety }: CalendarItem): string =>
    type === 'notification'
      ? [
          safety ? words.safety : words.notification,
          (planned ? words.planned : words.sent)(from(start)),
          takenBack ? words.takenBack : words.valid(from(start), to(end)),
        ].join(', ')
      : [
          types[type],
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

/** CAL-01, CAL-03: an item's publication as a bar, its validity drawn in it; its ends can be pulled, or moved by keys. */
export const ChartRow = memo((props: RowProps) => {
  const { item, scale, now, isStop, own, isMoving, events } = props;
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const spanWords = useSpanWords();
  const shown = withDraft(item, own);
  const bar = scale.of(shown.start, shown.end);
  const validity = (shown.validityStart ?? shown.validityEnd) === null ? null : scale.of(shown.validityStart, shown.validityEnd);
  const keys = useKeys(props);
  const drag = useBarDrag(item, scale.days, { isMoving, onDraft: events.onDraft, onDrop: (draft) => events.onMove(item, draft) });
  const isOver = shown.end !== null && Date.parse(shown.end) < now;
  const moved =
    own && (own.edge === 'start' ? words.startAt(format.moment(shown.start ?? '')) : words.endAt(format.moment(shown.end ?? '')));
  const to =
    item.type === 'notification'
      ? ({ to: paths.notificationDetails, params: { notificationId: item._id } } as const)
      : ({ to: paths.contentEdit, params: { contentId: item._id } } as const);
  return (
    <>
      <Link
        {...to}
        className={classes.name}
        title={`${item.name}: ${spanWords(item)}`}
        preload={false}
        draggable={false}
        data-item={item._id}
        tabIndex={isStop ? 0 : -1}
        onClick={() => listPlaces.mark(paths.calendar, item._id)}
        onFocus={() => events.onReach(item._id)}
        onKeyDown={keys}
        onBlur={() => own && !isMoving && events.onDraft(null)}
      >
        <span>{item.takenBack ? <s>{item.name}</s> : item.name || '–'}</span>
        <span className="sr-only">, {spanWords(item)}</span>
      </Link>
      <div className={classes.line} data-line>
        {bar && (
          <div
            className={classes.bar}
            style={percent(bar)}
            data-type={item.type === 'notification' ? item.type : undefined}
            data-over={isOver || item.takenBack || undefined}
            data-disabled={item.disabled || item.takenBack || undefined}
            data-planned={item.planned || undefined}
            data-safety={item.safety || undefined}
            data-moved={own !== null || undefined}
          />
        )}
        {validity && bar && <div className={classes.validity} style={percent(validity)} data-over={isOver || undefined} />}
        {item.revision !== null &&
          bar &&
          edges.map(
            (edge) =>
              scale.holds(shown[edge]) && (
                <span
                  key={edge}
                  className={classes.handle}
                  data-edge={edge}
                  style={{ insetInlineStart: `${edge === 'start' ? bar.left : bar.left + bar.width}%` }}
                  {...drag(edge)}
                />
              ),
          )}
        {moved && (
          <span className={classes.moved} role="status">
            {moved}
          </span>
        )}
      </div>
    </>
  );
});
