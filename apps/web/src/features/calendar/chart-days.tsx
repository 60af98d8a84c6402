import type { CalendarDay, CalendarSpan } from '@endcap/contract/calendar';
import { weekdayOf, weekdays } from '@endcap/contract/trading-days';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import type { Scale } from './chart-scale.ts';

const letters = { pl: ['pn', 'wt', 'śr', 'cz', 'pt', 'so', 'nd'], en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] };

const shortMonth = { timeZone: 'UTC', month: 'short' } as const;
const months = { pl: new Intl.DateTimeFormat('pl', shortMonth), en: new Intl.DateTimeFormat('en-GB', shortMonth) };

/** What a day is that is no plain one, in words. */
const useDayWords = () => {
  const words = useMessages(calendarMessages);
  return ({ kind, holiday, note }: CalendarDay): string =>
    [holiday ? words.holidays[holiday] : kind === 'weekday' ? '' : words.kinds[kind], note ?? ''].filter(Boolean).join(': ');
};

type DaysProps = { days: readonly CalendarDay[]; scale: Scale; today: string };

/** The days above the bars; of a quarter, and where there is little room, the Mondays alone have their number. */
export const DayHeads = ({ days, span, today }: Omit<DaysProps, 'scale'> & { span: CalendarSpan }) => {
  const language = useLanguage();
  const names = letters[language];
  const wordsOf = useDayWords();
  return (
    <div className={classes.days} style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }} data-span={span} aria-hidden>
      {days.map((one) => (
        <span
          key={one.day}
          title={wordsOf(one) || undefined}
          data-monday={weekdayOf(one.day) === 'monday' || undefined}
          data-today={one.day === today || undefined}
          data-closed={!one.trades || undefined}
        >
          <b>{Number(one.day.slice(8))}</b>
          <small>{span === 'quarter' ? months[language].format(new Date(one.day)) : names[weekdays.indexOf(weekdayOf(one.day))]}</small>
        </span>
      ))}
    </div>
  );
};

/** Days without trade, and now, behind the bars. */
export const DayShades = ({ days, scale, now }: Omit<DaysProps, 'today'> & { now: number }) => {
  const wordsOf = useDayWords();
  const line = scale.at(now);
  const shareOf = (day: string) => {
    const { left, width } = scale.ofDay(day);
    return { insetInlineStart: `${left}%`, width: `${width}%` };
  };
  return (
    <div className={classes.shades} aria-hidden>
      {days
        .filter(({ trades, kind }) => !trades || kind === 'openedDay')
        .map((one) => (
          <i key={one.day} data-kind={one.kind} title={wordsOf(one)} style={shareOf(one.day)} />
        ))}
      {line !== null && <u style={{ insetInlineStart: `${line}%` }} />}
    </div>
  );
};

/** The same for whoever does not see it. */
export const ClosedDaysSaid = ({ days }: { days: readonly CalendarDay[] }) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const wordsOf = useDayWords();
  const closed = days.filter(({ trades }) => !trades);
  return (
    <p className="sr-only">
      {closed.length > 0 && words.closedDays(closed.map((one) => `${format.dayAndMonth(one.day)} (${wordsOf(one)})`).join(', '))}
    </p>
  );
};
