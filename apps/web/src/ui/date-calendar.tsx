import { readInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { Button, NativeSelect, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/pl';
import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';
import { useLanguage, useMessages } from '../lib/language.tsx';
import { dateFieldMessages } from './date-field.messages.ts';
import classes from './date-field.module.css';
import { type DateKind, type DateUse, halfHours, type Preset, presetsOf, timeOf, withDay, withTime } from './date-kind.ts';

type MonthProps = { kind: DateKind; use: DateUse; value: string; onChoose: (value: string) => void; accepts?: (value: string) => boolean };
type DateCalendarProps = MonthProps & { of: RefObject<HTMLElement | null>; opened: boolean; onClose: () => void };

const anything = (): boolean => true;

/** Choice of a time by half hours; the text field accepts any minute. */
const TimeChoice = ({ value, onChoose }: Pick<MonthProps, 'value' | 'onChoose'>) => {
  const words = useMessages(dateFieldMessages);
  const time = timeOf(value);
  const times = [...new Set([...halfHours, '23:59', ...(time ? [time] : [])])].toSorted();
  return (
    <NativeSelect
      size="sm"
      label={words.time}
      value={time}
      data={[...(time ? [] : ['']), ...times]}
      onChange={(event) => onChoose(withTime(value, event.currentTarget.value))}
    />
  );
};

/** A month to choose a day from, with presets. */
const Month = ({ kind, use, value, onChoose, accepts = anything }: MonthProps) => {
  const words = useMessages(dateFieldMessages);
  const language = useLanguage();
  const [openedAt] = useState(() => new Date());
  const instant = readInstant(value);
  const day = instant && warsawDay(instant);
  const presets = presetsOf(kind, value, openedAt, use).filter((preset) => accepts(preset.value));
  const nameOf = ({ name, time }: Preset): string => {
    if (time !== undefined) return words.dayAndTime(words.days[name], time);
    if (kind === 'day' && name === 'now') return words.days.today;
    return kind === 'minute' && name === 'sunday' ? words.untilSunday : words.days[name];
  };
  const chosenOn = (one: string): string => withDay(kind, value, one, use, openedAt);
  return (
    <div className={classes.calendar}>
      {presets.length > 0 && (
        <div className={classes.presets} role="group" aria-label={words.presets}>
          {presets.map((preset) => (
            <Button key={preset.name} size="compact-sm" variant="default" onClick={() => onChoose(preset.value)}>
              {nameOf(preset)}
            </Button>
          ))}
        </div>
      )}
      <DatePicker
        locale={language}
        firstDayOfWeek={1}
        hideOutsideDates
        // A disabled day cannot take the focus, so it is not passed as the value.
        value={day !== null && accepts(value) ? day : null}
        defaultDate={day ?? warsawDay(openedAt)}
        excludeDate={(one) => !accepts(chosenOn(one))}
        onChange={(chosen) => onChoose(chosenOn(chosen ?? day ?? ''))}
        previousLabel={words.previousMonth}
        nextLabel={words.nextMonth}
      />
      {kind === 'minute' && <TimeChoice value={value} onChoose={onChoose} />}
    </div>
  );
};

/** Anchors the popover to an element that was rendered before this code loaded. */
const Target = ({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) => {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current);
  return null;
};

/** The calendar in a popover below its button. */
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
