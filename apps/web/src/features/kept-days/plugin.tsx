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

const ReserveDay = ({ first, onDone }: { first: string; onDone: (day: string) => void }) => {
  const words = useMessages(keptDayMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} onPointerEnter={() => void KeptDayDialog.preload()}>
        {words.keep}
      </Button>
      {isOpen && <KeptDayDialog keptDay={null} first={first} onClose={() => setOpen(false)} onSaved={onDone} />}
    </>
  );
};

/** Lists the days for screen readers, which skip the bars and heads of days. */
const SpokenDays = ({ calendar: { keptDays } }: { calendar: Calendar }) => {
  const words = useMessages(keptDayMessages);
  const format = useFormat();
  const days = keptDays.map(({ day, reason }) => `${format.longDay(day)}${reason ? ` (${reason})` : ''}`);
  return <p className="sr-only">{days.length > 0 && words.said(days.join(', '))}</p>;
};

/** Reserved days in the calendar (CARE-06). */
export const keptDayLayer: CalendarLayer = {
  id: 'kept',
  colors: classes.colors ?? '',
  words: keptDayMessages,
  daysOf: ({ keptDays }, language) =>
    keptDays.map(({ day, reason }) => ({ day, title: [keptDayMessages[language].legend, reason ?? ''].filter(Boolean).join(': ') })),
  Spoken: SpokenDays,
  Action: ReserveDay,
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

/** Reserved day on the day sheet (CARE-06). */
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
        title={words.title(format.longDay(keptDay.day))}
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

/** Notice in the send form and on plans of stores for a reserved day (CARE-06). */
export const keptDayNotice: SendNotice = {
  reason: 'keptDay' satisfies CanSend['reason'],
  code: 'dayKept',
  words: keptDayNoticeMessages,
  Notice: KeptDayNotice,
};

/** Setting that refuses sends of stores on reserved days; without it they get a warning (CARE-06). */
export const refuseKeptDays = {
  field: 'sending.refuseKeptDays',
  words: refuseKeptDaysMessages,
} as const satisfies SendingSwitch;
