import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { usageBy } from '../entities/index.ts';

/** Returns the reserved days of a store group from today on, in Warsaw, named by their dates (D-31). */
export const keptDaysNaming = (db: DbOf<'keptDay'>, groupId: string): Promise<Usage> =>
  usageBy(
    db,
    'keptDay',
    sql`select id, to_char(day, 'YYYY-MM-DD') as name from kept_day
      where deleted_at is null and day >= (clock_timestamp() at time zone 'Europe/Warsaw')::date and ${groupId} = any(store_groups) order by day`,
  );
