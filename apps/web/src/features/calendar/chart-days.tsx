import type { Calendar, CalendarDay, CalendarSpan } from '@endcap/contract/calendar';
import { weekdayOf, weekdays } from '@endcap/contract/trading-days';
import { calendarLayers } from '../../plugins.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { dayWordsMessages } from '../trading-days/index.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import type { Scale } from './chart-scale.ts';

const letters = { pl: ['pn', 'wt', 'śr', 'cz', 'pt', 'so', 'nd'], en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] };

const shortMonth = { timeZone: 'UTC', month: 'short' } as const;
const months = { pl: new Intl.DateTimeFormat('pl', shortMonth), en: new Intl.DateTimeFormat('en-GB', shortMonth) };
const longMonth = { timeZone: 'UTC', month: 'long' } as const;
const longMonths = { pl: new Intl.DateTimeFormat('pl', longMonth), en: new Intl.DateTimeFormat('en-GB', longMonth) };
/** Minimum number of visible days for the full and the short name of a month. */
const [ROOM, SHORT_ROOM] = [7, 3];

/** Month names above a range of several months, since the day numbers restart there. */
const MonthHeads = ({ days }: { days: readonly CalendarDay[] }) => {
  const language = useLanguage();
  const starts = days.flatMap(({ day }, at) => (at === 0 || day.endsWith('-01') ? [at] : []));
  if (starts.length < 2) return null;
  return starts.map((from, n) => {
    const [day, length] = [days[from]?.day ?? '', (starts[n + 1] ?? days.length) - from];
    const name = length < SHORT_ROOM ? '' : (length < ROOM ? months : longMonths)[language].format(new Date(day));
    return (
      <em key={day} data-month style={{ gridColumn: `${from + 1} / span ${length}` }}>
        {name}
      </em>
    );
  });
};

/** Returns a function that describes a special day: holiday, closed day, note. */
const useDayWords = () => {
  const words = useMessages(dayWordsMessages);
  const { other } = useMessages(commonMessages);
  return ({ kind, holiday, note }: CalendarDay): string =>
    [
      holiday ? withOther(words.holidays, holiday, words.kinds.holiday) : kind === 'weekday' ? '' : withOther(words.kinds, kind, other),
      note ?? '',
    ]
      .filter(Boolean)
      .join(': ');
};

/** Days that plugins mark, each with the colours of its layer. */
export const useMarkedDays = (calendar: Calendar) => {
  const language = useLanguage();
  return calendarLayers.flatMap(({ id, colors, daysOf }) => daysOf(calendar, language).map((marked) => ({ ...marked, id, colors })));
};
type MarkedDay = ReturnType<typeof useMarkedDays>[number];

type DaysProps = { days: readonly CalendarDay[]; marked: readonly MarkedDay[]; scale: Scale; today: string };

/** The days above the bars. A quarter shows the numbers of Mondays, and each month's name once, above its first Monday. */
export const DayHeads = ({ days, marked, span, today }: Omit<DaysProps, 'scale'> & { span: CalendarSpan }) => {
  const language = useLanguage();
  const names = letters[language];
  const monthNameOf = (day: string): string => (Number(day.slice(8)) <= 7 ? months[language].format(new Date(day)) : '');
  const wordsOf = useDayWords();
  return (
    <div className={classes.days} style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }} data-span={span} aria-hidden>
      {span !== 'quarter' && <MonthHeads days={days} />}
      {days.map((one) => {
        const marks = marked.filter(({ day }) => day === one.day);
        return (
          <span
            key={one.day}
            className={marks[0]?.colors}
            title={[wordsOf(one), ...marks.map(({ title }) => title)].filter(Boolean).join('; ') || undefined}
            data-monday={weekdayOf(one.day) === 'monday' || undefined}
            data-today={one.day === today || undefined}
            data-closed={!one.trades || undefined}
            data-layer={marks[0]?.id}
          >
            <b>{Number(one.day.slice(8))}</b>
            <small>{span === 'quarter' ? monthNameOf(one.day) : names[weekdays.indexOf(weekdayOf(one.day))]}</small>
          </span>
        );
      })}
    </div>
  );
};

/** Days without trade, marked days, and now, behind the bars. */
export const DayShades = ({ days, marked, scale, now }: Omit<DaysProps, 'today'> & { now: number }) => {
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
      {marked.map(({ id, day, colors, title }) => (
        <i key={`${id} ${day}`} className={colors} data-layer={id} title={title} style={shareOf(day)} />
      ))}
      {line !== null && <u style={{ insetInlineStart: `${line}%` }} />}
    </div>
  );
};

/** The closed days as text for screen readers. */
export const SpokenClosedDays = ({ days }: { days: readonly CalendarDay[] }) => {
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
