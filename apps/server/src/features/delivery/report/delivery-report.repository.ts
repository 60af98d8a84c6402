import { keysOf } from '@endcap/contract/core';
import type { Deliveries, FailureReason, FollowUp, Sending } from '@endcap/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { type FanOutState, isEndedState } from '../fan-out-state.ts';
import type { FailedBy, OutcomeReason, PlanWait } from '../delivery.tables.ts';
import { followUpsOf } from '../accept/follow-up.repository.ts';
import { plansAmong } from '../accept/plan.repository.ts';

type Db = DbOf<
  | 'fanOut'
  | 'fanOutChunk'
  | 'fanOutPlan'
  | 'notification'
  | 'pastChunk'
  | 'pushProject'
  | 'notificationReceipt'
  | 'pastReceipt'
  | 'settings'
>;

export type DeliveryReport = {
  details: { successful: number; remaining: number; failed: number; converted: number } | null;
  failures: { reason: FailureReason; count: number }[];
  sending: Sending;
  notificationIds: string[];
  outcomesEnded: boolean;
  limited: { limit: number; devices: number } | null;
};

type Progress = {
  state: FanOutState;
  remaining: number;
  pausedAt: Date | null;
  pauseReason: Sending['pauseReason'];
  silentSince: Date | null;
};

const sendingOf = ({ state, remaining, pausedAt, pauseReason, silentSince }: Progress): Sending => {
  const is = (sending: Sending['state'], since: Date | null = null): Sending => ({
    state: sending,
    since: since && since.toISOString(),
    pauseReason: sending === 'paused' ? pauseReason : null,
  });
  if (isEndedState(state) || state === 'finished') return is(state);
  if (state === 'sending' && remaining === 0) return is('finished');
  if (pausedAt) return is('paused', pausedAt);
  if (state === 'gathering') return is('expanding');
  return silentSince ? is('waiting', silentSince) : is(state);
};

const planned = (waitsFor: PlanWait | null): Sending => ({ state: 'planned', since: null, pauseReason: waitsFor });

type Counted = Progress & { _id: string; devices: number; successful: number; failed: number; converted: number };

/** Null until the audience is complete: counts of half an audience would mislead. */
const detailsOf = ({ state, devices, successful, remaining, failed, converted }: Counted): DeliveryReport['details'] =>
  state === 'expanding' || state === 'gathering' || devices === 0 ? null : { successful, remaining, failed, converted };

/**
 * Sums over existing and ended chunks: successful + remaining + failed always equals the audience. `more`: further columns of the fan-out
 * `f`.
 */
const countedOf = (notificationIds: readonly string[], more = sql``): RawBuilder<Counted> => sql<Counted>`
    select f.notification_id as _id, f.state, f.paused_at, f.pause_reason, c.*,
      (select min(coalesce(down_since, throttled_at)) from push_project where down_since is not null or held_until > clock_timestamp()) as silent_since,
      (select count(*)::int from notification_receipt r where r.notification_id = f.notification_id and opened_at is not null)
        + coalesce((select opened from past_receipt r where r.notification_id = f.notification_id), 0) as converted${more}
    from fan_out f cross join lateral (
      select coalesce(sum(pending + successful + failed), 0)::int as devices, coalesce(sum(successful), 0)::int as successful,
        coalesce(sum(pending), 0)::int as remaining, coalesce(sum(failed), 0)::int as failed
      from (
        select pending, successful, failed from fan_out_chunk where notification_id = f.notification_id
        union all select 0, successful, failed from past_chunk where notification_id = f.notification_id) chunk) c
    where f.notification_id = any(${notificationIds})`;

/** Reads the progress of several notifications at once. */
export const readDeliveries = async (db: Db, notificationIds: readonly string[]): Promise<Deliveries> => {
  // Plans first: one that starts in between is a fan-out by then.
  const plans = await plansAmong(db, notificationIds);
  const { rows } = await countedOf(notificationIds).execute(db);
  const open = rows.map((row) => ({ _id: row._id, details: detailsOf(row), sending: sendingOf(row) }));
  const openIds = new Set(open.map(({ _id }) => _id));
  const waiting = [...plans].filter(([id]) => !openIds.has(id)).map(([_id, wait]) => ({ _id, details: null, sending: planned(wait) }));
  return [...open, ...waiting];
};

/** Counts by reason, summed over the chunks of the fan-out `f` and those that ended. */
const countsOf = (column: 'failed_by' | 'unknown_by'): RawBuilder<unknown> => sql`(
        select coalesce(jsonb_object_agg(key, total), '{}') from (
          select key, sum(value::int) as total from (
            select c.${sql.ref(column)} as counts from fan_out_chunk c where c.notification_id = f.notification_id and c.failed > 0
            union all select p.${sql.ref(column)} from past_chunk p where p.notification_id = f.notification_id) chunk, jsonb_each_text(chunk.counts)
          group by key) by_reason)`;

const reasonsAndIds = sql`, f.weekly_limit, f.left_out,
      exists (select 1 from past_chunk p where p.notification_id = f.notification_id)
        and not exists (select 1 from fan_out_chunk c where c.notification_id = f.notification_id) as outcomes_ended,
      ${countsOf('failed_by')} as failed_by, ${countsOf('unknown_by')} as unknown_by,
      (coalesce((select message_ids from past_chunk p where p.notification_id = f.notification_id), '{}')
        || array(select message_id from fan_out_chunk c where c.notification_id = f.notification_id and message_id is not null order by no limit 100))[1:100] as ids`;

/** Returns failures by reason. Devices that may have received the message all the same are counted as `unknown` (E-07). */
const failuresOf = (failedBy: FailedBy, unknownBy: FailedBy): DeliveryReport['failures'] => {
  // An earlier version writes outcomes and leaves the other counts as they are.
  const unknownOf = (reason: OutcomeReason): number => Math.min(failedBy[reason] ?? 0, unknownBy[reason] ?? 0);
  const reasons = keysOf(failedBy);
  const known = reasons.map((reason) => ({ reason, count: (failedBy[reason] ?? 0) - unknownOf(reason) }));
  const unknown = { reason: 'unknown' as const, count: reasons.reduce((sum, reason) => sum + unknownOf(reason), 0) };
  return [...known, unknown].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
};

/** Reads the progress of a notification, its failures by reason, and the message ids of the gateway. */
export const readDeliveryReport = async (db: Db, notificationId: string): Promise<DeliveryReport> => {
  const plans = await plansAmong(db, [notificationId]);
  const { rows } = await countedOf([notificationId], reasonsAndIds)
    .$castTo<
      Counted & {
        failedBy: FailedBy;
        unknownBy: FailedBy;
        ids: string[];
        weeklyLimit: number | null;
        leftOut: number;
        outcomesEnded: boolean;
      }
    >()
    .execute(db);
  const [row] = rows;
  const plan = plans.get(notificationId);
  const before: Sending = plan === undefined ? { state: 'expanding', since: null, pauseReason: null } : planned(plan);
  if (!row) return { details: null, failures: [], notificationIds: [], outcomesEnded: false, limited: null, sending: before };
  return {
    details: detailsOf(row),
    failures: failuresOf(row.failedBy, row.unknownBy),
    sending: sendingOf(row),
    notificationIds: row.ids,
    outcomesEnded: row.outcomesEnded,
    limited: row.weeklyLimit === null ? null : { limit: row.weeklyLimit, devices: row.leftOut },
  };
};

type Part = Counted & {
  kind: FollowUp['kind'];
  platform: FollowUp['parts'][number]['platform'];
  createdAt: Date;
  refusal: string | null;
  leftOut: number;
};
const nobody = { successful: 0, remaining: 0, failed: 0, converted: 0 };

/** Lists the corrections and recalls of a notification, newest first. A platform without recipients is reported as finished with none. */
export const readFollowUps = async (db: Db, notificationId: string): Promise<Omit<FollowUp, 'changed'>[]> => {
  const ids = await followUpsOf(db, [notificationId]);
  if (ids.length === 0) return [];
  const { rows } = await countedOf(ids, sql`, f.kind, f.platform, f.created_at, f.refusal, f.left_out`)
    .$castTo<Part>()
    .execute(db);
  const newest = rows.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
  return [...Map.groupBy(newest, ({ createdAt }) => createdAt.getTime()).values()].map((parts) => ({
    kind: parts[0]?.kind ?? 'correct',
    at: (parts[0]?.createdAt ?? new Date(0)).toISOString(),
    parts: parts.map((part) => {
      const sending = sendingOf(part);
      return {
        platform: part.platform,
        details: sending.state === 'finished' ? (detailsOf(part) ?? nobody) : detailsOf(part),
        sending,
        refusal: part.refusal,
        unknown: part.leftOut,
      };
    }),
  }));
};
