import type { CodeReport } from '@endcap/contract/day-sheet';
import { type RawBuilder, sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { DbOf } from '../../tables.ts';
import { instantOf, nameOf, nameWithCityOf } from '../entities/index.ts';

type Db = DbOf<'codeReport' | 'store' | 'staffName'>;

const openReports = async (db: Db, which: RawBuilder<unknown>): Promise<CodeReport[]> => {
  const { rows } = await sql<CodeReport>`
    select r.id as _id, json_build_object('_id', s.id, 'name', ${nameWithCityOf(sql.ref<string>('s.name'), sql.ref<string>('s.city'))}, 'storeNo', s.store_no) as store,
      ${nameOf(sql<string>`r.reported_by`)} as by, ${instantOf(sql`r.reported_at`)} as at
    from code_report r join store s on s.id = r.store_id
    where r.settled_at is null and ${which} order by r.reported_at, r.id`.execute(db);
  return rows;
};

/** Returns the open reports of an item, oldest first. */
export const reportsOfItem = (db: Db, contentId: string): Promise<CodeReport[]> => openReports(db, sql`r.content_id = ${contentId}`);

/** Files a report, unless the store already has an open one for the item. Returns the open report. */
export const fileReport = async (
  db: Db,
  { contentId, storeId, by, at }: { contentId: string; storeId: string; by: string; at: Date },
): Promise<CodeReport | undefined> => {
  await sql`insert into code_report (id, content_id, store_id, reported_by, reported_at)
    values (${newId()}, ${contentId}, ${storeId}, ${by}, ${at})
    on conflict (content_id, store_id) where settled_at is null do nothing`.execute(db);
  const [report] = await openReports(db, sql`r.content_id = ${contentId} and r.store_id = ${storeId}`);
  return report;
};

/** Settles a report of an item. Returns false if it does not exist or is already settled. */
export const settleReport = async (
  db: Db,
  { id, contentId, by, at }: { id: string; contentId: string; by: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('codeReport')
    .set({ settledBy: by, settledAt: at })
    .where('id', '=', id)
    .where('contentId', '=', contentId)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Returns when the open reports of a store were filed, by item id. */
export const reportedIn = async (db: Db, storeId: string): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('codeReport')
    .where('storeId', '=', storeId)
    .where('settledAt', 'is', null)
    .select(['contentId', instantOf(sql.ref('codeReport.reportedAt')).as('at')])
    .execute();
  return new Map(rows.map(({ contentId, at }) => [contentId, at]));
};
