import { afterQuiet } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { readQuietHours } from '../../settings/index.ts';
import { isNotPaused, isUnfinished, notificationOf } from '../fan-out-conditions.repository.ts';
import { A_MOMENT_S } from './plan.repository.ts';

type Db = DbOf<'fanOut' | 'notification' | 'settings'>;

/** No phone was looked up yet, although it was accepted over a moment ago. Tests and safety messages may sound at any time (CARE-05). */
const isLate = sql<boolean>`state = 'expanding' and cursor = 0 and chunks = 0 and ${isUnfinished()} and ${isNotPaused()}
  and created_at < clock_timestamp() - make_interval(secs => ${A_MOMENT_S})
  and exists (select from notification n where n.id = ${notificationOf()} and not n.is_test and not n.safety)`;

/**
 * Pauses sends that no worker began before quiet hours: they would wake people now (CARE-03). As with plans, a person decides afterwards.
 * Returns the ids of their notifications. Call it in the transaction that expands, so that none of them is expanded unpaused.
 */
export const pauseLateInQuietHours = async (db: Db): Promise<string[]> => {
  const { rows: late } = await sql<{ now: Date }>`select clock_timestamp() as now from fan_out where ${isLate} limit 1`.execute(db);
  const hours = late[0] && (await readQuietHours(db));
  if (!late[0] || !hours) return [];
  const { now } = late[0];
  // In the first minute of quiet hours a send still counts as on time. After their end it disturbs no customer.
  const isQuiet = [now, new Date(now.getTime() - A_MOMENT_S * 1_000)].every((at) => afterQuiet(at, hours) !== null);
  if (!isQuiet) return [];
  // Waits for a transaction that writes one of them, such as a person's who cancels it. In one order, since other workers do the same.
  const { rows } = await sql<{ notificationId: string }>`
    update fan_out set paused_at = clock_timestamp(), paused_by = null, pause_reason = 'quietHours'
    where notification_id in (select notification_id from fan_out where ${isLate} order by notification_id for update)
    returning notification_id`.execute(db);
  return rows.map(({ notificationId }) => notificationId);
};
