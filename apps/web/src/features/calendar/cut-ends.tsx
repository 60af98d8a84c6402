import type { CalendarItem } from '@endcap/contract/calendar';
import { lastDayOf } from '@endcap/contract/warsaw-time';
import { useFormat, useMessages } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { percent, type Scale, type Share } from './chart-scale.ts';

type CutEndsProps = { item: Pick<CalendarItem, 'start' | 'end'>; bar: Share; scale: Scale; isOver: boolean };

/**
 * Markers where the shown days clip a bar: an arrow and the actual start or end day. A bar too short for them has the text beside it, since
 * an arrow there would point at the wrong end. The accessible name of the row has the same information.
 */
export const CutEnds = ({ item: { start, end }, bar, scale, isOver }: CutEndsProps) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const first = start === null ? null : format.shortDay(format.day(start));
  const last = end === null ? null : format.shortDay(lastDayOf(end));
  return (
    <div className={classes.cuts} style={percent(bar)} data-over={isOver || undefined} aria-hidden>
      {!scale.contains(start) && (
        <>
          <span data-cut="start">{`← ${first ?? words.ever}`}</span>
          <span data-beside="start">{first === null ? words.ever : words.from(first)}</span>
        </>
      )}
      {!scale.contains(end) && (
        <>
          <span data-cut="end">{`→ ${last ?? words.always}`}</span>
          <span data-beside="end">{last === null ? words.always : words.to(last)}</span>
        </>
      )}
    </div>
  );
};
