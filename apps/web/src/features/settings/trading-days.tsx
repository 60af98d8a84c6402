import { dayAfter, exceptionKinds, tradingCalendar } from '@endcap/contract/trading-days';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { NativeSelect } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useValue } from '../../form/form-store.ts';
import type { Entry } from '../../form/merge.ts';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { DatedList } from '../../ui/dated-list.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import type { SettingsEditor } from './use-setting.ts';

const law = tradingCalendar([]);
const SHOWN = 4;
const YEAR = 366;

/** The next trading Sundays by the law, today's included. */
const nextTradingSundays = (today: string): string[] =>
  Array.from({ length: YEAR }, (_, n) => dayAfter(today, n))
    .filter((day) => law(day).kind === 'tradingSunday')
    .slice(0, SHOWN);

/** Days that are exceptions from the trading law (TRADE-01). */
export const TradingDays = ({ editor }: { editor: SettingsEditor }) => {
  const { fields, trading: words } = useMessages(settingsMessages);
  const codeWord = useCodeWord();
  const format = useFormat();
  const exceptions = useValue(editor, 'trading.exceptions');
  const problems = useSelector(editor.problems);
  const shown = useSelector(editor.shown);
  const [days] = useState(() => nextTradingSundays(warsawDay(new Date())));
  const problemOf = (entry: Entry, part: 'day' | 'kind' | 'note'): string | undefined => {
    const key = `trading.exceptions.${exceptions.indexOf(entry)}.${part}`;
    // An entry that was just added has no day yet, which is no mistake.
    const isBegun = part !== 'day' || entry['day'] !== '';
    return codeWord((isBegun ? problems : shown)[key]?.[0]);
  };
  return (
    <div className={classes.wide}>
      <p className={classes.about}>{words.hint}</p>
      <p className={classes.about}>{words.next(days.map(format.dayAndMonth).join(', '))}</p>
      <DatedList
        label={fields['trading.exceptions']}
        words={words}
        value={exceptions}
        onChange={(entries) => editor.change({ 'trading.exceptions': entries })}
        blank={{ kind: 'trading', note: '' }}
        dayError={(entry) => problemOf(entry, 'day')}
      >
        {(entry, changeEntry) => (
          <>
            <NativeSelect
              label={words.kind}
              value={entry['kind'] ?? ''}
              onChange={(event) => changeEntry({ kind: event.currentTarget.value })}
              data={exceptionKinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
            />
            <TextLine
              label={words.note}
              autoComplete="off"
              value={entry['note'] ?? ''}
              onText={(note) => changeEntry({ note })}
              error={problemOf(entry, 'note')}
            />
          </>
        )}
      </DatedList>
    </div>
  );
};
