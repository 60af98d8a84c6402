import type { PromoThreshold } from '@endcap/contract/promo-thresholds';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'promoThreshold'>;

const thresholds = (db: Db) =>
  db
    .selectFrom('promoThreshold')
    .where('deletedAt', 'is', null)
    // numeric(11, 2) is exact in a double.
    .select(['id as _id', 'promoId', sql<number>`threshold::double precision`.as('threshold')]);

/** Thresholds of one promotion, ascending. */
export const listPromoThresholds = (db: Db, promoId: string): Promise<PromoThreshold[]> =>
  thresholds(db).where('promoId', '=', promoId).orderBy('promoThreshold.threshold').orderBy('id').execute();

export const allPromoThresholds = (db: Db): Promise<PromoThreshold[]> => thresholds(db).execute();

/** Writes rows, also ones that were removed before. */
export const putPromoThresholds = async (db: Db, rows: readonly PromoThreshold[]): Promise<void> => {
  await sql`insert into promo_threshold (promo_id, id, threshold)
    select * from unnest(${rows.map((row) => row.promoId)}::text[], ${rows.map((row) => row._id)}::text[], ${rows.map((row) => row.threshold)}::numeric[])
    on conflict (promo_id, id) do update set threshold = excluded.threshold, deleted_at = null`.execute(db);
};

export const removePromoThresholds = async (db: Db, rows: readonly PromoThreshold[], at: Date): Promise<void> => {
  await sql`update promo_threshold t set deleted_at = ${at}
    from unnest(${rows.map((row) => row.promoId)}::text[], ${rows.map((row) => row._id)}::text[]) as gone (promo_id, id)
    where t.promo_id = gone.promo_id and t.id = gone.id`.execute(db);
};
