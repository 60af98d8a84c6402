import { keptDayLayer, keptDayNotice, keptDaySheetNote, refuseKeptDays } from './features/kept-days/guest.tsx';
import type { CalendarLayer, DaySheetNote, SendingSwitch, SendNotice } from './guest-hooks.ts';

// Features that extend screens of other features. A screen reads the list of its hook and does not name any guest.
export const calendarLayers: readonly CalendarLayer[] = [keptDayLayer];
export const daySheetNotes: readonly DaySheetNote[] = [keptDaySheetNote];
export const sendNotices: readonly SendNotice[] = [keptDayNotice];
const switches = [refuseKeptDays] as const satisfies readonly SendingSwitch[];
export const sendingSwitches: readonly SendingSwitch[] = switches;
/** Flags that a guest has a label for. */
export type GuestFlag = (typeof switches)[number]['field'];
