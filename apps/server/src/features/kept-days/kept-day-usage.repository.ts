import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { usageBy } from '../entities/index.ts';

/** Days from today on, in Warsaw, that are kept free for a store group, each under its date; those that are over need it no more (D-31). */
export const keptDaysNaming = (db: DbOf<'keptDay'>, groupId: string): Promise<Usage> =>
  usageBy(
    db,
    'keptDay',
    sql`select id, to_char(day, 'YYYY-MM-DD') as name from kept_day
      where deleted_at is null and day >= (clock_timestamp() at time zone 'Europe/Warsaw')::date and ${groupId} = any(store_groups) order by day`,
  );
