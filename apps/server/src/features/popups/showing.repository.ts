import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isHere } from '../devices/index.ts';
import { popups } from './popup.repository.ts';

type Db = DbOf<'popup' | 'popupShowing' | 'device'>;

/** Counts the showings of each popup on a device, by popup id. Omits popups never shown. */
export const showingsOf = async (db: Db, deviceSeq: number): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('popupShowing')
    .where('deviceSeq', '=', deviceSeq)
    .groupBy('popupId')
    .select(['popupId', sql<number>`count(*)::int`.as('shown')])
    .execute();
  return new Map(rows.map(({ popupId, shown }) => [popupId, shown]));
};

/** Records a showing once, at most `most` per device, and none of an erased device. Returns false if there is no such popup. */
export const noteShowing = async (
  db: Db,
  { popupId, deviceSeq, showingId, at, most }: { popupId: string; deviceSeq: number; showingId: string; at: Date; most: number },
): Promise<boolean> => {
  if (!(await popups(db).where('id', '=', popupId).select('id').executeTakeFirst())) return false;
  await sql`insert into popup_showing (device_seq, popup_id, showing_id, shown_at)
    select device.seq, ${popupId}, ${showingId}, ${at} from device
    where device.seq = ${deviceSeq} and ${isHere('device')}
      and (select count(*) from popup_showing where device_seq = ${deviceSeq} and popup_id = ${popupId}) < ${most}
    for key share of device
    on conflict do nothing`.execute(db);
  return true;
};

/** Deletes up to `atMost` showings of a device. Returns their number. */
export const endShowingsOf = async (trx: Db, deviceSeq: number, atMost: number): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    with one as materialized (select popup_id, showing_id from popup_showing where device_seq = ${deviceSeq} limit ${atMost}),
    ended as (
      delete from popup_showing s using one where s.device_seq = ${deviceSeq} and s.popup_id = one.popup_id and s.showing_id = one.showing_id returning 1
    ) select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended ?? 0;
};

/** Returns popups deleted before an instant whose showings are still stored, and the highest device number. */
export const popupsToEnd = async (db: Db, before: Date): Promise<{ ids: string[]; lastDevice: number }> => {
  const rows = await db.selectFrom('popup').where('deletedAt', '<', before).where('showingsEndedAt', 'is', null).select('id').execute();
  const last = await db
    .selectFrom('device')
    .select(sql<number>`coalesce(max(seq), 0)`.as('seq'))
    .executeTakeFirst();
  return { ids: rows.map(({ id }) => id), lastDevice: last?.seq ?? 0 };
};

/** Deletes the showings of popups on a range of devices. Returns their number. */
export const endShowings = async (db: Db, popupIds: readonly string[], past: number, upTo: number): Promise<number> => {
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      delete from popup_showing where device_seq > ${past} and device_seq <= ${upTo} and popup_id = any(${[...popupIds]}::text[]) returning 1
    ) select count(*)::int as ended from ended`.execute(db);
  return rows[0]?.ended ?? 0;
};

export const markShowingsEnded = async (db: Db, popupIds: readonly string[], at: Date): Promise<void> => {
  await sql`update popup set showings_ended_at = ${at} where id = any(${[...popupIds]}::text[])`.execute(db);
};
