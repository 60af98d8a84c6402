import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isAccepted, reachesSomebody } from '../delivery/index.ts';

type Db = DbOf<'notification' | 'fanOut' | 'history'>;

export type ValidNotification = {
  _id: string;
  title: string;
  content: string;
  url: string | null;
  image: string | null;
  sentAt: Date;
  /** When the first phone accepted it; of what is still being sent, now at the earliest. */
  arrivedAt: Date;
  validUntil: Date;
  safety: boolean;
};

/** A field as text at an instant, without later changes (A-43, RECALL-02). For an instant before the send: as it was sent. */
const fieldAt = (
  field: 'validUntil' | 'title' | 'content' | 'url' | 'image',
  now: string,
  at: Date,
): RawBuilder<string | null> => sql`(coalesce((
  select h.changes -> ${sql.lit(field)} -> 0 from history h
  where h.entity = 'notification' and h.entity_id = n.id and h.at > greatest(${at}::timestamptz, n.created_at) and h.changes ? ${sql.lit(field)}
    and h.action not in ('create', 'send', 'ask')
  order by h.seq limit 1), to_jsonb(${sql.ref(now)})) #>> '{}')`;

/** Returns the end of validity as of an instant. A message that was recalled by then was valid until the recall (RECALL-01). */
const validityAt = (at: Date): RawBuilder<Date> =>
  sql<Date>`least(${fieldAt('validUntil', 'n.validUntil', at)}::timestamptz, case when n.recalled_at <= ${at} then n.recalled_at end)`;

/** Earlier versions did not record an instant of arrival, so the time of the send counts. The two clocks may differ slightly. */
const arrivedAt = (now: Date): RawBuilder<Date> =>
  sql<Date>`greatest(n.created_at, case when ${isAccepted('f')} then least(coalesce(f.first_accepted_at, n.created_at), ${now}) else ${now} end)`;

/**
 * Lists the notifications of a store's customers, whose main and subscribed store it is (null: of customers without a store), the newest first, as an
 * inbox does (APP-10). It has those that were valid for some time between `from` and `until`, with their text and validity as of `at`. Tests and sends
 * that no phone accepted are left out. The audience of each was frozen when it was sent.
 */
export const notificationsFor = async (
  db: Db,
  storeId: string | null,
  { from, until, at, now, most }: { from: Date; until: Date; at: Date; now: Date; most: number },
): Promise<ValidNotification[]> => {
  // A message that was changed later may have been valid longer before.
  const mayBeValid = sql`not is_test and (valid_until > ${from} or updated_at > ${at}) and ${reachesSomebody}`;
  const { rows } = await sql<ValidNotification>`
    select * from (
      select n.id as _id, ${fieldAt('title', 'n.title', at)} as title, ${fieldAt('content', 'n.content', at)} as content,
        ${fieldAt('url', 'n.url', at)} as url, ${fieldAt('image', 'n.image', at)} as image, n.created_at as "sentAt", ${validityAt(at)} as "validUntil", n.safety,
        ${arrivedAt(now)} as "arrivedAt"
      from (
        -- Each by itself, as for inboxes: a plan for both reads the whole table.
        select * from (select * from notification where store_id = ${storeId} and ${mayBeValid} offset 0) own
        union all
        select * from (select * from notification where store_id is null and ${mayBeValid} offset 0) chain
      ) n join fan_out f on f.notification_id = n.id
      where n.created_at <= ${until}
        and (f.everyone or ${storeId}::text = any(f.store_ids) or f.subscribed_store_id = ${storeId}::text)
    ) sent
    where "arrivedAt" <= ${until} and "validUntil" > greatest("arrivedAt", ${from})
    order by "sentAt" desc, _id desc limit ${most}`.execute(db);
  return rows;
};
