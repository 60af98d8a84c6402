import { readInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/pl';
import { useState } from 'react';
import { useLanguage, useMessages } from '../lib/language.tsx';
import { dateFieldMessages } from './date-field.messages.ts';
import classes from './date-field.module.css';
import { type DateKind, presetsOf, withDay } from './date-kind.ts';

type DateCalendarProps = { kind: DateKind; value: string; onChoose: (value: string) => void };

/** A month to choose a day from, and the dates that are chosen most often. */
export const DateCalendar = ({ kind, value, onChoose }: DateCalendarProps) => {
  const words = useMessages(dateFieldMessages);
  const language = useLanguage();
  const [openedAt] = useState(() => new Date());
  const instant = readInstant(value);
  const day = instant && warsawDay(instant);
  const names = {
    now: kind === 'day' ? words.today : words.now,
    weekLater: words.weekLater,
    sunday: kind === 'day' ? words.sunday : words.untilSunday,
  };
  return (
    <div className={classes.calendar}>
      <div className={classes.presets} role="group" aria-label={words.presets}>
        {presetsOf(kind, value, openedAt).map((preset) => (
          <Button key={preset.name} size="compact-sm" variant="default" onClick={() => onChoose(preset.value)}>
            {names[preset.name]}
          </Button>
        ))}
      </div>
      <DatePicker
        locale={language}
        firstDayOfWeek={1}
        hideOutsideDates
        value={day}
        defaultDate={day ?? warsawDay(openedAt)}
        onChange={(chosen) => onChoose(withDay(kind, value, chosen ?? day ?? ''))}
        previousLabel={words.previousMonth}
        nextLabel={words.nextMonth}
      />
    </div>
  );
};
