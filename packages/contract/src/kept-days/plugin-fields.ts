import { z } from 'zod';
import { KeptDay } from './kept-day.ts';

/** The reserved days in a calendar, for the requested stores (CARE-06). */
export const keptDayLayer = { keptDays: z.array(KeptDay) };
/** The reservation on a day sheet; null if the day is not reserved (CARE-06). */
export const keptDayNote = { keptDay: KeptDay.pick({ reason: true }).nullable() };
