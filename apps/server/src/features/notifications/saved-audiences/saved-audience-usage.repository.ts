import type { Usage } from '@endcap/contract/core';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { usageBy } from '../../entities/index.ts';

/** Saved audiences that name a store or a store group (D-31). */
export const audiencesNaming = (db: DbOf<'savedAudience'>, what: 'store' | 'group', id: string): Promise<Usage> =>
  usageBy(
    db,
    'savedAudience',
    sql`select id, name from saved_audience where deleted_at is null and ${
      what === 'store'
        ? sql`(${id} = any(include_stores) or ${id} = any(exclude_stores))`
        : sql`(${id} = any(include_store_groups) or ${id} = any(exclude_store_groups))`
    } order by name collate "pl-x-icu", id`,
  );
