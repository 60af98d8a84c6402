import type { CalendarDay, CalendarSpan } from '@endcap/contract/calendar';
import type { KeptDay } from '@endcap/contract/kept-days';
import { weekdayOf, weekdays } from '@endcap/contract/trading-days';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { keptDayMessages } from '../kept-days/index.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import type { Scale } from './chart-scale.ts';

const letters = { pl: ['pn', 'wt', 'śr', 'cz', 'pt', 'so', 'nd'], en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] };

const shortMonth = { timeZone: 'UTC', month: 'short' } as const;
const months = { pl: new Intl.DateTimeFormat('pl', shortMonth), en: new Intl.DateTimeFormat('en-GB', shortMonth) };

/** What a day is that is no plain one, in words. */
const useDayWords = () => {
  const words = useMessages(calendarMessages);
  const { other } = useMessages(commonMessages);
  return ({ kind, holiday, note }: CalendarDay): string =>
    [
      holiday ? withOther(words.holidays, holiday, words.kinds.holiday) : kind === 'weekday' ? '' : withOther(words.kinds, kind, other),
      note ?? '',
    ]
      .filter(Boolean)
      .join(': ');
};

/** That head office keeps a day free, and why. */
const useKeptWords = () => {
  const words = useMessages(keptDayMessages);
  return ({ reason }: KeptDay): string => [words.kept, reason ?? ''].filter(Boolean).join(': ');
};

type DaysProps = { days: readonly CalendarDay[]; kept: readonly KeptDay[]; scale: Scale; today: string };

/** The days above the bars. A quarter shows the numbers of Mondays, and each month's name once, above its first Monday. */
export const DayHeads = ({ days, kept, span, today }: Omit<DaysProps, 'scale'> & { span: CalendarSpan }) => {
  const language = useLanguage();
  const names = letters[language];
  const monthNameOf = (day: string): string => (Number(day.slice(8)) <= 7 ? months[language].format(new Date(day)) : '');
  const wordsOf = useDayWords();
  const keptWordsOf = useKeptWords();
  const titleOf = (one: CalendarDay, keptOf: KeptDay | undefined): string =>
    [wordsOf(one), keptOf ? keptWordsOf(keptOf) : ''].filter(Boolean).join('; ');
  return (
    <div className={classes.days} style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }} data-span={span} aria-hidden>
      {days.map((one) => {
        const keptOf = kept.find(({ day }) => day === one.day);
        return (
          <span
            key={one.day}
            title={titleOf(one, keptOf) || undefined}
            data-monday={weekdayOf(one.day) === 'monday' || undefined}
            data-today={one.day === today || undefined}
            data-closed={!one.trades || undefined}
            data-kept={keptOf !== undefined || undefined}
          >
            <b>{Number(one.day.slice(8))}</b>
            <small>{span === 'quarter' ? monthNameOf(one.day) : names[weekdays.indexOf(weekdayOf(one.day))]}</small>
          </span>
        );
      })}
    </div>
  );
};

/** Days without trade, those that are kept free, and now, behind the bars. */
export const DayShades = ({ days, kept, scale, now }: Omit<DaysProps, 'today'> & { now: number }) => {
  const wordsOf = useDayWords();
  const keptWordsOf = useKeptWords();
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
      {kept.map((one) => (
        <i key={one._id} data-kept title={keptWordsOf(one)} style={shareOf(one.day)} />
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

/** The same of days that are kept free. */
export const KeptDaysSaid = ({ kept }: { kept: readonly KeptDay[] }) => {
  const words = useMessages(keptDayMessages);
  const format = useFormat();
  return (
    <p className="sr-only">
      {kept.length > 0 && words.said(kept.map(({ day, reason }) => `${format.dayAndMonth(day)}${reason ? ` (${reason})` : ''}`).join(', '))}
    </p>
  );
};
