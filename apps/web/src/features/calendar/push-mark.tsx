import type { CalendarItem } from '@endcap/contract/calendar';
import { useFormat } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import type { Scale } from './chart-scale.ts';

/** Percent of the chart's width, beyond which the hour is shown before the mark. */
const LABEL_BEFORE = 80;

/** A mark with its hour for a push. One that was sent before the shown days, and is valid in them, is labelled with its date. */
export const PushMark = ({ item, scale, isOver }: { item: CalendarItem; scale: Scale; isOver: boolean }) => {
  const format = useFormat();
  if (item.start === null) return null;
  const hour = format.time(Date.parse(item.start)).replace(/^0/, '');
  const at = scale.at(Date.parse(item.start));
  if (at === null) return <span className={classes.sentBefore} aria-hidden>{`← ${format.shortDay(format.day(item.start))}, ${hour}`}</span>;
  return (
    <>
      <i
        className={classes.moment}
        style={{ insetInlineStart: `${at}%` }}
        data-sign="notification"
        data-over={isOver || item.takenBack || undefined}
        data-planned={item.planned || undefined}
        data-safety={item.safety || undefined}
      />
      <span className={classes.hour} style={{ insetInlineStart: `${at}%` }} data-before={at > LABEL_BEFORE || undefined} aria-hidden>
        {hour}
      </span>
    </>
  );
};
