import type { CalendarItem } from '@endcap/contract/calendar';
import { useFormat, useMessages } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { type Draft, percent, type Scale, withDraft } from './chart-scale.ts';
import { CutEnds } from './cut-ends.tsx';
import { PushMark } from './push-mark.tsx';
import { useBarDrag } from './use-bar-drag.ts';

type ItemBarProps = {
  item: CalendarItem;
  scale: Scale;
  now: number;
  /** Pending move of this item's start or end. */
  own: Draft | null;
  isMoving: boolean;
  onDraft: (draft: Draft | null) => void;
  onDrop: (draft: Draft) => void;
};

const edges = ['start', 'end'] as const;
type BarProps = Pick<ItemBarProps, 'item' | 'scale' | 'own'> & { isOver: boolean };

/** A publication as a bar that contains its validity. An end beyond the shown days is drawn flat and labelled with its day. */
const Bar = ({ item, scale, own, isOver }: BarProps) => {
  const bar = scale.of(item.start, item.end);
  if (!bar) return null;
  const { validityStart, validityEnd } = item;
  const validity = (validityStart ?? validityEnd) === null ? null : scale.of(validityStart, validityEnd);
  const flat = (start: string | null, end: string | null) => ({
    'data-before': !scale.contains(start) || undefined,
    'data-after': !scale.contains(end) || undefined,
  });
  return (
    <>
      <div
        className={classes.bar}
        style={percent(bar)}
        data-sign="publication"
        data-over={isOver || undefined}
        data-disabled={item.disabled || undefined}
        data-moved={own !== null || undefined}
        {...flat(item.start, item.end)}
      />
      {validity && (
        <div className={classes.validity} style={percent(validity)} data-over={isOver || undefined} {...flat(validityStart, validityEnd)} />
      )}
      <CutEnds item={item} bar={bar} scale={scale} isOver={isOver} />
    </>
  );
};

/** A push as a mark, or a publication as a bar with draggable ends and the target of a pending move (CAL-01, CAL-03). */
export const ItemBar = ({ item, scale, now, own, isMoving, onDraft, onDrop }: ItemBarProps) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const shown = withDraft(item, own);
  const bar = scale.of(shown.start, shown.end);
  const drag = useBarDrag(item, scale.days, { isMoving, onDraft, onDrop });
  const isOver = shown.end !== null && Date.parse(shown.end) < now;
  const moved =
    own && (own.edge === 'start' ? words.startAt(format.moment(shown.start ?? '')) : words.endAt(format.endMoment(shown.end ?? '')));
  return (
    <div className={classes.line} data-line>
      {item.type === 'notification' ? (
        <PushMark item={shown} scale={scale} isOver={isOver} />
      ) : (
        <Bar item={shown} scale={scale} own={own} isOver={isOver} />
      )}
      {item.revision !== null &&
        bar &&
        edges.map(
          (edge) =>
            scale.contains(shown[edge]) && (
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
  );
};
