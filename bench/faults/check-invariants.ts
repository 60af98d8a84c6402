import type { DeliveryWorld } from '../../scripts/test/delivery-world.ts';

type Expected = {
  /** Phones of the audience, and those of them with dead addresses. */
  devices: number;
  dead: number;
  /** Phones whose addresses the push service refuses for good, without being dead. */
  refused?: number;
  /** True if the send went through the API. Such a send uses up the quota of its day. */
  real: boolean;
};

/** Checks the invariants of a finished fan-out after any faults. Returns the violations in words. */
export const checkInvariants = async (
  { pool, ledger }: DeliveryWorld,
  id: string,
  { devices, dead, refused = 0, real }: Expected,
): Promise<string[]> => {
  const one = async (sql: string): Promise<Record<string, number>> => (await pool.query(sql, [id])).rows[0] ?? {};
  const sums = await one(`select sum(pending)::int as pending, sum(successful)::int as successful, sum(failed)::int as failed,
    coalesce(sum((failed_by->>'deadToken')::int), 0)::int as dead, coalesce(sum((failed_by->>'refused')::int), 0)::int as refused, count(lease_until)::int as leases from fan_out_chunk where notification_id = $1`);
  const counted = await one(`select count(*)::int as places, count(distinct seq)::int as distinct,
      count(*) filter (where get_byte(outcomes, at::int - 1) = 1)::int as accepted, count(*) filter (where get_byte(outcomes, at::int - 1) = 2)::int as dead,
      count(*) filter (where get_byte(outcomes, at::int - 1) = 0 or get_byte(outcomes, at::int - 1) >= 126)::int as open
    from fan_out_chunk, unnest(devices) with ordinality as d(seq, at) where notification_id = $1`);
  const stands = await one(
    `select (state = 'finished')::int as finished, (brake_released or paused_at is not null)::int as paused from fan_out where notification_id = $1`,
  );
  const quota = await one('select count(*)::int as n from notification_quota where notification_id = $1');
  const { rows } = await pool.query<{ alive: boolean; n: number }>(
    `select push_value is not null as alive, count(*)::int as n from device group by 1`,
  );
  const pruned = rows.find(({ alive }) => !alive)?.n ?? 0;
  const { rows: wrong } = await pool.query<{ n: number }>(`select count(*)::int as n from device where push_value like 'dead-%'`);
  const seen = await ledger(id);
  const rules: [string, number, number][] = [
    ['devices without outcome', counted['open'] ?? -1, 0],
    ['devices in chunks', counted['places'] ?? -1, devices],
    ['different devices in chunks', counted['distinct'] ?? -1, devices],
    ['counted as pending', sums['pending'] ?? -1, 0],
    ['counted as successful', sums['successful'] ?? -1, devices - dead - refused],
    ['outcomes accepted', counted['accepted'] ?? -1, devices - dead - refused],
    ['outcomes dead', counted['dead'] ?? -1, dead],
    ['counted as dead', sums['dead'] ?? -1, dead],
    ['counted as refused', sums['refused'] ?? -1, refused],
    ['counted as failed', sums['failed'] ?? -1, dead + refused],
    ['finished by itself', stands['finished'] ?? -1, 1],
    ['paused', stands['paused'] ?? -1, 0],
    ['open leases', sums['leases'] ?? -1, 0],
    ['phones in the ledger', seen.devices, devices - dead - refused],
    ['dead in the ledger', seen.dead, dead],
    ['notifications that one phone shows', seen.visibleAtMost, 1],
    ['quota rows', quota['n'] ?? -1, real ? 1 : 0],
    ['pruned addresses', pruned, dead],
    ['dead addresses left', wrong[0]?.n ?? -1, 0],
  ];
  return rules.filter(([, is, should]) => is !== should).map(([what, is, should]) => `${id}: ${what}: ${is} instead of ${should}`);
};
