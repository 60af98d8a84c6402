import { sql } from 'kysely';
import { requestContext, type RequestContext } from '../../../platform/tracing/cause.ts';
import type { DbOf } from '../../../tables.ts';

/** Workers listen on this channel. A message is only a hint, since workers also poll. */
export const WORK_CHANNEL = 'endcap_fan_out';

/** Payload of the `NOTIFY` to workers: the send, and the request that caused it. */
export type Call = { notificationId: string } & Partial<RequestContext>;

/** Notifies workers, when the transaction commits, that a send is open. */
export const callWorkers = async (db: DbOf<'fanOut'>, notificationId: string): Promise<void> => {
  const call: Call = { notificationId, ...requestContext() };
  await sql`select pg_notify(${WORK_CHANNEL}, ${JSON.stringify(call)})`.execute(db);
};
