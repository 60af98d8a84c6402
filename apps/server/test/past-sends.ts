import { sql } from 'kysely';
import { newId } from '../src/platform/ids.ts';
import type { Database } from '../src/tables.ts';
import { aStore, phones } from './builders.ts';

/** Inserts an accepted test notification. Its default id does not contain the month, like those of older versions. */
export const sentBefore = async (
  db: Database,
  { at, validUntil, id = newId() }: { at: Date; validUntil: Date; id?: string },
): Promise<string> => {
  await sql`insert into notification (id, title, content, is_test, valid_until, created_at, created_by, updated_by, include_store_type)
    values (${id}, 'Tytuł', 'Treść', true, ${validUntil}, ${at}, 'admin', 'admin', 'all')`.execute(db);
  await sql`insert into fan_out (notification_id, everyone, testers_only, store_ids) values (${id}, false, true, '{}')`.execute(db);
  return id;
};

/** Adds its finished send: chunks of 50 phones with several kinds of outcomes. A third of the phones opened it, at different hours. */
export const isSent = async (db: Database, id: string, chunks = 5): Promise<void> => {
  const store = await aStore(db);
  await phones(db, { main: store, count: 40 });
  await phones(db, { count: 10 });
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful, failed, failed_by, message_id)
    select ${id}, n, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('01', 44) || repeat('02', 4) || repeat('03', 2), 'hex'), 0, 44, 6,
      case when n % 2 = 0 then '{"deadToken": 4, "switchedOff": 2}' else '{"deadToken": 6}' end::jsonb, 'projects/p/messages/' || n
    from generate_series(0, ${chunks - 1}) n, (select seq from device order by seq desc limit 50) d group by n`.execute(db);
  await sql`update fan_out set state = 'finished', finished_at = now(), chunks = ${chunks} where notification_id = ${id}`.execute(db);
  await sql`insert into notification_receipt select ${id}, seq, now(), case when seq % 3 = 0 then now() + make_interval(hours => (seq % 5)::int) end
    from (select seq from device order by seq desc limit 50) d`.execute(db);
};
