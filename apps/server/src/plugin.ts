import type { Calendar } from '@endcap/contract/calendar';
import type { Problem, Usage } from '@endcap/contract/core';
import type { DaySheet } from '@endcap/contract/day-sheet';
import type { calendarLayers, daySheetNotes, pluginReasons, pluginsOfSend } from '@endcap/contract/plugins';
import type { CanSend } from '@endcap/contract/notifications';
import type { PlacedStore } from '@endcap/contract/audience';
import type { AdminHandle } from './callers.ts';
import type { Database, Db } from './tables.ts';

/** A send as guards see it. Guards do not apply to tests and safety messages. */
export type Start = {
  id: string;
  storeId: string | null;
  /** When phones would make a sound; null: it is silent. */
  at: Date | null;
  /** The instant whose day it takes the place of, and the one whose place it has until now (null: none yet); null: it takes no place. */
  place: { of: Date; before: Date | null } | null;
  /** The rights of the person who counts as its sender; undefined where they are not known, which counts as none. */
  by: { isAdmin: boolean; storeId: string | null } | undefined;
};

/** One rule about when a send may start (E-02). */
export type SendGuard<Name extends string = string> = {
  /** The reason, as it is stored with a plan that waits and answered before a send. */
  name: Name;
  /** Why it does not allow the send as settings, days and rights are now; null where it does. Called in the transaction that accepts or starts it. */
  refuses: (db: Db, start: Start) => Promise<Problem | null>;
  /** The line in the log for a plan that waits for a person because of it. */
  heldMessage: string;
};

/** The answer about the day of a store's send, with `refused`; undefined where there is nothing to say. */
type OfDay = { refused: boolean; told: Pick<CanSend, keyof typeof pluginsOfSend> };
type Day = { storeId: string; at: Date; isAdmin: boolean };

/** Days from `from` to `to`, both inside, of some stores; null is all of them. */
type Period = { from: string; to: string; places: readonly PlacedStore[] | null };
export type CalendarLayers = Pick<Calendar, keyof typeof calendarLayers>;
export type DaySheetNotes = Pick<DaySheet, keyof typeof daySheetNotes>;

/** The parts that a feature adds to others. All are optional; each host reads its own part. */
export type Plugin = {
  staffRoutes?: (handle: AdminHandle, deps: { db: Database; now: () => Date }) => void;
  sendGuard?: SendGuard<(typeof pluginReasons)[number]> & { ofDay: (db: Db, day: Day) => Promise<OfDay | undefined> };
  calendarLayer?: (db: Db, period: Period) => Promise<Partial<CalendarLayers>>;
  daySheetNote?: (db: Db, asked: { storeId: string; day: string }) => Promise<Partial<DaySheetNotes>>;
  /** Its entities that name a store group, for the question before a delete (D-31). */
  groupUsage?: (db: Db, groupId: string) => Promise<Usage>;
};
