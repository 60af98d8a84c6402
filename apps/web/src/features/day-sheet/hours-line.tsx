import type { DaySheet } from '@endcap/contract/day-sheet';
import { rangesInWords } from '@endcap/contract/trading-days';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { dayWordsMessages } from '../trading-days/index.ts';
import { daySheetMessages } from './day-sheet.messages.ts';
import classes from './day-sheet.module.css';

/** The hours of the store on the day of the sheet, and the reason if they differ from the weekly ones. */
export const HoursLine = ({ sheet: { day, hours } }: { sheet: Pick<DaySheet, 'day' | 'hours'> }) => {
  const words = useMessages(daySheetMessages);
  const dayWords = useMessages(dayWordsMessages);
  const { other } = useMessages(commonMessages);
  const language = useLanguage();
  const format = useFormat();
  if (!hours) return <p className={classes.small}>{words.hoursUnknown}</p>;
  const { ranges, changed, usual, closure, kind, trades, holiday, note } = hours;
  const named = note ?? (holiday && withOther(dayWords.holidays, holiday, dayWords.kinds.holiday));
  const dayIs = named ?? (kind === 'weekday' || kind === 'closedDay' ? '' : withOther(dayWords.kinds, kind, other));
  if (ranges.length > 0)
    return (
      <p className={classes.hours}>
        {[
          words.open(rangesInWords(ranges, language)),
          changed && (usual ? words.usually(rangesInWords(usual, language)) : words.onlyThisDay),
          dayIs,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    );
  const until = closure && closure.until !== day ? `${format.dayAndMonth(closure.until)} ${closure.until.slice(0, 4)}` : null;
  const because = closure ? closure.reason : trades ? changed && words.onlyThisDay : dayIs;
  return (
    <p className={classes.hours} data-closed>
      {[until === null ? words.closed : words.closedUntil(until), because].filter(Boolean).join(': ')}
    </p>
  );
};
