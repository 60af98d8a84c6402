import type { Calendar } from '@endcap/contract/calendar';
import type { DaySheet } from '@endcap/contract/day-sheet';
import type { CanSend } from '@endcap/contract/notifications';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import type { CalendarLayer, DaySheetNote, SendingSwitch, SendNotice } from '../../plugin-hooks.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { KeptDayDialog, KeptDayList } from './kept-day-list.tsx';
import classes from './kept-days.module.css';
import { keptDayMessages, keptDayNoticeMessages, refuseKeptDaysMessages } from './kept-days.messages.ts';

const KeepDay = ({ first, onDone }: { first: string; onDone: (day: string) => void }) => {
  const words = useMessages(keptDayMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} onPointerEnter={() => void KeptDayDialog.preload()}>
        {words.keep}
      </Button>
      {isOpen && <KeptDayDialog kept={null} first={first} onClose={() => setOpen(false)} onSaved={onDone} />}
    </>
  );
};

/** The bars and heads of days are decoration for screen readers. */
const SpokenDays = ({ calendar: { keptDays } }: { calendar: Calendar }) => {
  const words = useMessages(keptDayMessages);
  const format = useFormat();
  const days = keptDays.map(({ day, reason }) => `${format.dayAndMonth(day)}${reason ? ` (${reason})` : ''}`);
  return <p className="sr-only">{days.length > 0 && words.said(days.join(', '))}</p>;
};

/** CARE-06: in the calendar. */
export const keptDayLayer: CalendarLayer = {
  id: 'kept',
  colors: classes.colors ?? '',
  words: keptDayMessages,
  daysOf: ({ keptDays }, language) =>
    keptDays.map(({ day, reason }) => ({ day, title: [keptDayMessages[language].legend, reason ?? ''].filter(Boolean).join(': ') })),
  Spoken: SpokenDays,
  Action: KeepDay,
  List: ({ calendar, onDone }) => <KeptDayList days={calendar.keptDays} onSaved={onDone} />,
};

const KeptDayOnSheet = ({ sheet: { keptDay } }: { sheet: DaySheet }) => {
  const words = useMessages(keptDayMessages);
  return (
    keptDay && (
      <p className={classes.note} data-testid="kept-day">
        <strong>{words.onSheet}</strong> <span>{keptDay.reason}</span>
      </p>
    )
  );
};

/** CARE-06: on the day sheet. */
export const keptDaySheetNote: DaySheetNote = { id: 'kept', Note: KeptDayOnSheet };

const KeptDayNotice = ({ check: { keptDay } }: { check: CanSend }) => {
  const words = useMessages(keptDayNoticeMessages);
  const format = useFormat();
  return (
    keptDay && (
      <Alert
        color={keptDay.refused ? 'red' : 'grape'}
        variant="light"
        role="status"
        title={words.title(format.dayAndMonth(keptDay.day))}
        data-testid="kept-day"
      >
        <div className={classes.notice}>
          {keptDay.reason && <p>{keptDay.reason}</p>}
          <p>{keptDay.refused ? words.refused : words.warned}</p>
        </div>
      </Alert>
    )
  );
};

/** CARE-06: where a store writes a notification for such a day, or has planned one. */
export const keptDayNotice: SendNotice = {
  reason: 'keptDay' satisfies CanSend['reason'],
  code: 'dayKept',
  words: keptDayNoticeMessages,
  Notice: KeptDayNotice,
};

/** CARE-06: in the settings; stores are warned without it. */
export const refuseKeptDays = {
  field: 'sending.refuseKeptDays',
  words: refuseKeptDaysMessages,
} as const satisfies SendingSwitch;
