import type { KeptDay } from '@endcap/contract/kept-days';
import type { Db } from '../../tables.ts';
import { namesOf } from '../store-groups/index.ts';
import { findKeptDay, keptDaysBetween } from './kept-day.repository.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof findKeptDay>>>;

const present = async (db: Db, days: readonly Stored[]): Promise<KeptDay[]> => {
  const groups = await namesOf(db, [...new Set(days.flatMap(({ storeGroups }) => storeGroups ?? []))]);
  return days.map((day) => {
    const named = groups.filter(({ id }) => day.storeGroups?.includes(id));
    return {
      ...day,
      names: Object.fromEntries(named.map(({ id, name }) => [id, name])),
      deleted: named.filter(({ deleted }) => deleted).map(({ id }) => id),
    };
  });
};

/** Returns a reserved day with the names of its groups and the number of plans of stores. */
export const readKeptDay = async (db: Db, id: string): Promise<KeptDay | undefined> => {
  const found = await findKeptDay(db, id);
  return found && (await present(db, [found]))[0];
};

/** Returns the reserved days between two days, both included, in order. */
export const readKeptDays = async (db: Db, from: string, to: string): Promise<KeptDay[]> =>
  present(db, await keptDaysBetween(db, from, to));
