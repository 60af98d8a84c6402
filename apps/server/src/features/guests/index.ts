import { keptDayGuest } from '../kept-days/guest.ts';
import type { CalendarLayers, DaySheetNotes, Guest } from '../../guest.ts';

/** Features that extend others. Only this file connects them to the calendar, day sheet, rules of sends and question before a delete. */
export const guests: readonly Guest[] = [keptDayGuest];

type All<Part extends 'calendarLayer' | 'daySheetNote', Fields> = (...asked: Parameters<NonNullable<Guest[Part]>>) => Promise<Fields>;
// The return types require every field of the answers.
export const readCalendarLayers: All<'calendarLayer', CalendarLayers> = async (db, period) => ({
  ...(await keptDayGuest.calendarLayer(db, period)),
});
export const readDaySheetNotes: All<'daySheetNote', DaySheetNotes> = async (db, asked) => ({
  ...(await keptDayGuest.daySheetNote(db, asked)),
});
