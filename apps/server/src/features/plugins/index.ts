import { keptDayPlugin } from '../kept-days/plugin.ts';
import type { CalendarLayers, DaySheetNotes, Plugin } from '../../plugin.ts';

/** Features that extend others. Only this file connects them to the calendar, day sheet, rules of sends and question before a delete. */
export const plugins: readonly Plugin[] = [keptDayPlugin];

type All<Part extends 'calendarLayer' | 'daySheetNote', Fields> = (...query: Parameters<NonNullable<Plugin[Part]>>) => Promise<Fields>;
// The return types require every field of the answers.
export const readCalendarLayers: All<'calendarLayer', CalendarLayers> = async (db, period) => ({
  ...(await keptDayPlugin.calendarLayer(db, period)),
});
export const readDaySheetNotes: All<'daySheetNote', DaySheetNotes> = async (db, query) => ({
  ...(await keptDayPlugin.daySheetNote(db, query)),
});
