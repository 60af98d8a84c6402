import type { KeptDay } from '@endcap/contract/kept-days';
import type { Db } from '../../tables.ts';
import { namesOf } from '../store-groups/index.ts';
import { findKeptDay, keptBetween } from './kept-day.repository.ts';

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

/** A day that is kept free, with the names of its groups and what stores have planned for it. */
export const readKeptDay = async (db: Db, id: string): Promise<KeptDay | undefined> => {
  const found = await findKeptDay(db, id);
  return found && (await present(db, [found]))[0];
};

/** The days that are kept free from one to another, both inside, the first one first. */
export const readKeptDays = async (db: Db, from: string, to: string): Promise<KeptDay[]> => present(db, await keptBetween(db, from, to));
