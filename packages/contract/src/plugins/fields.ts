import { keptDayLayer, keptDayNote } from '../kept-days/index.ts';

/** Fields that plugins add to the calendar and to a store's day sheet. */
export const calendarLayers = { ...keptDayLayer };
export const daySheetNotes = { ...keptDayNote };
