import type { KeptOfCustomer } from '@endcap/contract/customers';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'device' | 'notificationReceipt' | 'popupShowing' | 'thread' | 'threadMessage'>;

/** A customer by the app's user id, and the instant up to which their data is meant; null: all of it. */
export type Whose = { userId: string; until: Date | null };

const theirs = ({ userId, until }: Whose) => sql`user_id = ${userId} and (${until}::timestamptz is null or created_at <= ${until})`;

/** Counts the data stored about a customer: everything that an erasure deletes. */
export const countStored = async (db: Db, whose: Whose): Promise<KeptOfCustomer> => {
  const isTheirs = theirs(whose);
  // Each by its index: a condition for both ways at once reads every thread.
  const { rows } = await sql<KeptOfCustomer>`
    with own as materialized (select seq from device where ${isTheirs}),
    talk as materialized (
      select id from thread where ${isTheirs} union select id from thread where device_seq in (select seq from own)
    ) select
      (select count(*)::int from own) as devices,
      (select count(*)::int from talk) as threads,
      (select count(*)::int from thread_message where thread in (select id from talk)) as messages,
      (select count(*)::int from notification_receipt where device_seq in (select seq from own)) as receipts,
      (select count(*)::int from popup_showing where device_seq in (select seq from own)) as showings`.execute(db);
  return rows[0] ?? { devices: 0, threads: 0, messages: 0, receipts: 0, showings: 0 };
};

/** Ids of a customer's phones and conversations as they appear in logs. */
export type LoggedIds = { devices: { id: string; seq: number }[]; threads: string[] };

/** Returns the ids of a customer that logs of Endcap and of a proxy may contain. An erasure deletes them in the database. */
export const loggedIdsOf = async (db: Db, whose: Whose): Promise<LoggedIds> => {
  const { rows: devices } = await sql<{ id: string; seq: number }>`select id, seq from device where ${theirs(whose)} order by seq`.execute(
    db,
  );
  const { rows: threads } = await sql<{ threadId: string }>`
    select thread_id from thread where ${theirs(whose)} union select thread_id from thread where device_seq = any(${devices.map(({ seq }) => seq)}::bigint[])
    order by 1`.execute(db);
  return { devices, threads: threads.map(({ threadId }) => threadId) };
};
