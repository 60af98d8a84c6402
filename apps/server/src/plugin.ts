import type { Calendar } from '@endcap/contract/calendar';
import type { Problem, Usage } from '@endcap/contract/core';
import type { DaySheet } from '@endcap/contract/day-sheet';
import type { calendarLayers, daySheetNotes, pluginReasons, pluginsOfSend } from '@endcap/contract/plugins';
import type { CanSend } from '@endcap/contract/notifications';
import type { AudienceStore } from '@endcap/contract/audience';
import type { AdminHandle } from './callers.ts';
import type { Database, Db } from './tables.ts';

/** A send as guards see it. Guards do not apply to tests and safety messages. */
export type Start = {
  id: string;
  storeId: string | null;
  /** Time at which phones would make a sound; null: the send is silent. */
  at: Date | null;
  /**
   * Two days, each given as an instant in it: the one whose quota the send takes (`takes`), and the one whose quota it has until now
   * (`has`, null: none yet). Null: it takes no quota.
   */
  quotaDay: { takes: Date; has: Date | null } | null;
  /** Rights of the person who counts as the sender; undefined if unknown, which counts as none. */
  by: { isAdmin: boolean; storeId: string | null } | undefined;
};

/** One rule about when a send may start (E-02). */
export type SendGuard<Name extends string = string> = {
  /** Reason code, stored with a blocked plan and returned before a send. */
  name: Name;
  /**
   * Returns why the send may not start with the current settings, days and rights; null if it may. Called in the transaction that accepts
   * or starts it, so it may also take what the send needs, as the quota does.
   */
  refuses: (db: Db, start: Start) => Promise<Problem | null>;
  /** Log message for a plan that this rule blocks. */
  blockedMessage: string;
};

/** Result for the day of a store's send. `fields`: what the plugin adds to the response of "can send". */
type DayResult = { refused: boolean; fields: Pick<CanSend, keyof typeof pluginsOfSend> };
type Day = { storeId: string; at: Date; isAdmin: boolean };

/** Days from `from` to `to`, inclusive, for some stores; null: all stores. */
type Period = { from: string; to: string; stores: readonly AudienceStore[] | null };
export type CalendarLayers = Pick<Calendar, keyof typeof calendarLayers>;
export type DaySheetNotes = Pick<DaySheet, keyof typeof daySheetNotes>;

/** The parts that a feature adds to others. All are optional; each host reads its own part. */
export type Plugin = {
  staffRoutes?: (handle: AdminHandle, deps: { db: Database; now: () => Date }) => void;
  sendGuard?: SendGuard<(typeof pluginReasons)[number]> & { ofDay: (db: Db, day: Day) => Promise<DayResult | undefined> };
  calendarLayer?: (db: Db, period: Period) => Promise<Partial<CalendarLayers>>;
  daySheetNote?: (db: Db, query: { storeId: string; day: string }) => Promise<Partial<DaySheetNotes>>;
  /** Its entities that name a store group, for the question before a delete (D-31). */
  groupUsage?: (db: Db, groupId: string) => Promise<Usage>;
};
