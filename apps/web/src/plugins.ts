import { keptDayLayer, keptDayNotice, keptDaySheetNote, refuseKeptDays } from './features/kept-days/plugin.tsx';
import type { CalendarLayer, DaySheetNote, SendingSwitch, SendNotice } from './plugin-hooks.ts';

// Features that extend screens of other features. A screen reads the list of its hook and does not name any plugin.
export const calendarLayers: readonly CalendarLayer[] = [keptDayLayer];
export const daySheetNotes: readonly DaySheetNote[] = [keptDaySheetNote];
export const sendNotices: readonly SendNotice[] = [keptDayNotice];
const switches = [refuseKeptDays] as const satisfies readonly SendingSwitch[];
export const sendingSwitches: readonly SendingSwitch[] = switches;
/** Flags that a plugin has a label for. */
export type PluginFlag = (typeof switches)[number]['field'];
