import { concernsStore, keptDayRoutes } from '@endcap/contract/kept-days';
import { fieldProblem } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Plugin } from '../../plugin.ts';
import type { Db } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { readSettings } from '../settings/index.ts';
import { keptDayKind } from './kept-day.kind.ts';
import { findReservation, lockForSending } from './kept-day.repository.ts';
import { keptDaysNaming } from './kept-day-usage.repository.ts';
import { readKeptDays } from './present-kept-days.ts';

type Starting = {
  storeId: string;
  /** When it starts. */
  at: Date;
};

const isRefused = async (db: Db): Promise<boolean> => (await readSettings(db)).sending.refuseKeptDays;

/**
 * Returns true if head office has reserved the day and the settings refuse sends of a store's staff on it (CARE-06). Call it in the
 * transaction that accepts or starts such a send: no day can be reserved until that ends.
 */
const isReservedFor = async (trx: Db, { storeId, at }: Starting): Promise<boolean> => {
  if (!(await isRefused(trx))) return false;
  await lockForSending(trx);
  return (await findReservation(trx, storeId, warsawDay(at))) !== undefined;
};

/** Returns the reserved day on which a send of a store would start; undefined if it is not reserved. Administrators are never refused. */
const keptDayOfStore = async (db: Db, starting: Starting & { isAdmin: boolean }) => {
  const day = warsawDay(starting.at);
  const reservation = await findReservation(db, starting.storeId, day);
  if (!reservation) return undefined;
  return { day, reason: reservation.reason, refused: !starting.isAdmin && (await isRefused(db)) };
};

/** Reserved days block sends of stores, appear in the calendar and on day sheets, and count as usage of their store groups (CARE-06). */
export const keptDayPlugin = {
  staffRoutes: (handle, deps) => editRoutes(deps, keptDayKind).bind(handle, keptDayRoutes, 'keptDayId'),
  sendGuard: {
    name: 'keptDay',
    // Administrators are never refused.
    refuses: async (db, { by, storeId, at }) => {
      if (at === null || by?.isAdmin || storeId === null) return null;
      return (await isReservedFor(db, { storeId, at })) ? fieldProblem('startsAt', 'dayKept') : null;
    },
    blockedMessage: 'a planned notification would start on a reserved day and waits for a person',
    ofDay: async (db, day) => {
      const keptDay = await keptDayOfStore(db, day);
      return keptDay && { refused: keptDay.refused, fields: { keptDay } };
    },
  },
  calendarLayer: async (db, { from, to, stores }) => {
    const days = await readKeptDays(db, from, to);
    return { keptDays: days.filter((day) => stores === null || stores.some((store) => concernsStore(day, store))) };
  },
  daySheetNote: async (db, { storeId, day }) => ({ keptDay: (await findReservation(db, storeId, day)) ?? null }),
  groupUsage: keptDaysNaming,
} satisfies Plugin;
