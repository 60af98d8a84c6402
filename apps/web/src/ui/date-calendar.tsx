import { readInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { Button, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/pl';
import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';
import { useLanguage, useMessages } from '../lib/language.tsx';
import { dateFieldMessages } from './date-field.messages.ts';
import classes from './date-field.module.css';
import { type DateKind, presetsOf, withDay } from './date-kind.ts';

type MonthProps = { kind: DateKind; value: string; onChoose: (value: string) => void; accepts?: (value: string) => boolean };
type DateCalendarProps = MonthProps & { of: RefObject<HTMLElement | null>; opened: boolean; onClose: () => void };

const anything = (): boolean => true;

/** A month to choose a day from, and the dates that are chosen most often. */
const Month = ({ kind, value, onChoose, accepts = anything }: MonthProps) => {
  const words = useMessages(dateFieldMessages);
  const language = useLanguage();
  const [openedAt] = useState(() => new Date());
  const instant = readInstant(value);
  const day = instant && warsawDay(instant);
  const presets = presetsOf(kind, value, openedAt).filter((preset) => accepts(preset.value));
  const names = {
    now: kind === 'day' ? words.today : words.now,
    weekLater: words.weekLater,
    sunday: kind === 'day' ? words.sunday : words.untilSunday,
  };
  return (
    <div className={classes.calendar}>
      {presets.length > 0 && (
        <div className={classes.presets} role="group" aria-label={words.presets}>
          {presets.map((preset) => (
            <Button key={preset.name} size="compact-sm" variant="default" onClick={() => onChoose(preset.value)}>
              {names[preset.name]}
            </Button>
          ))}
        </div>
      )}
      <DatePicker
        locale={language}
        firstDayOfWeek={1}
        hideOutsideDates
        // A day that cannot be chosen would be given the focus and could not take it.
        value={day !== null && accepts(value) ? day : null}
        defaultDate={day ?? warsawDay(openedAt)}
        excludeDate={(one) => !accepts(withDay(kind, value, one))}
        onChange={(chosen) => onChoose(withDay(kind, value, chosen ?? day ?? ''))}
        previousLabel={words.previousMonth}
        nextLabel={words.nextMonth}
      />
    </div>
  );
};

/** Lets the box hang from an element that was there before this code. */
const Target = ({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) => {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current);
  return null;
};

/** The calendar, which hangs from its button. */
export const DateCalendar = ({ of, opened, onClose, ...month }: DateCalendarProps) => {
  const words = useMessages(dateFieldMessages);
  return (
    <Popover opened={opened} onChange={(open) => open || onClose()} position="bottom-end" trapFocus withRoles={false}>
      <Popover.Target>
        <Target of={of} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={words.calendar} tabIndex={-1}>
        <Month {...month} />
      </Popover.Dropdown>
    </Popover>
  );
};
