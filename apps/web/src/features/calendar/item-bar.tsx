import type { CalendarItem } from '@endcap/contract/calendar';
import { useFormat, useMessages } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { type Draft, type Scale, withDraft } from './chart-scale.ts';
import { useBarDrag } from './use-bar-drag.ts';

type ItemBarProps = {
  item: CalendarItem;
  scale: Scale;
  now: number;
  /** What is being moved of it. */
  own: Draft | null;
  isMoving: boolean;
  onDraft: (draft: Draft | null) => void;
  onDrop: (draft: Draft) => void;
};

const edges = ['start', 'end'] as const;
const percent = ({ left, width }: { left: number; width: number }) => ({ insetInlineStart: `${left}%`, width: `${width}%` });

/** CAL-01, CAL-03: a publication as a bar with ends that can be pulled, its validity drawn in it, and where an end is being moved to. */
export const ItemBar = ({ item, scale, now, own, isMoving, onDraft, onDrop }: ItemBarProps) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const shown = withDraft(item, own);
  const bar = scale.of(shown.start, shown.end);
  const validity = (shown.validityStart ?? shown.validityEnd) === null ? null : scale.of(shown.validityStart, shown.validityEnd);
  const drag = useBarDrag(item, scale.days, { isMoving, onDraft, onDrop });
  const isOver = shown.end !== null && Date.parse(shown.end) < now;
  const moved =
    own && (own.edge === 'start' ? words.startAt(format.moment(shown.start ?? '')) : words.endAt(format.endMoment(shown.end ?? '')));
  return (
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
  );
};
