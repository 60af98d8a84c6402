import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { type FrozenAudience, isPlanned, reachesSomebody } from '../delivery/index.ts';

type Db = DbOf<'notification' | 'fanOut' | 'fanOutPlan'>;

type EarlierSend = { _id: string; storeId: string | null; createdAt: Date };
type Text = { title: string; content: string };

/** Returns the stores that select an audience; null: everyone. */
const storesOf = (audience: Exclude<FrozenAudience, { of: 'testers' }>): readonly string[] | null => {
  if (audience.of === 'everyone') return null;
  return audience.of === 'subscribers' ? [audience.storeId] : audience.storeIds;
};

/**
 * Returns the last send of a text between two instants that shares a store with an audience. Compares current texts, ignoring case and
 * diacritics. Leaves out plans, recalled sends, and sends that ended before any phone got them.
 */
export const lastSendOf = async (
  db: Db,
  { title, content }: Text,
  audience: Exclude<FrozenAudience, { of: 'testers' }>,
  { from, until }: { from: Date; until: Date },
): Promise<EarlierSend | undefined> => {
  const stores = storesOf(audience);
  const shares =
    stores === null ? sql`true` : sql`(s.everyone or s.store_ids && ${stores}::text[] or s.subscribed_store_id = any(${stores}::text[]))`;
  const { rows } = await sql<EarlierSend>`
    select notification.id as _id, notification.store_id, notification.created_at
    from notification join fan_out s on s.notification_id = notification.id
    where text_folded = folded(${title} || chr(10) || ${content}) and not is_test and recalled_at is null
      and notification.created_at > ${from} and notification.created_at <= ${until}
      and ${reachesSomebody} and not ${isPlanned} and ${shares}
    order by notification.created_at desc, notification.id desc limit 1`.execute(db);
  return rows[0];
};
