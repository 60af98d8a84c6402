import { type RawBuilder, sql } from 'kysely';
import { endedStates, goingStates } from './fan-out-state.ts';

type Condition = RawBuilder<boolean>;
const FAN_OUT = 'fanOut';

const stateOf = (f: string) => sql.ref(`${f}.state`);
const anyOf = (words: readonly string[]) => sql.join(words.map((word) => sql.lit(word)));

// Conditions on the state of a fan-out, each defined once; `f` is its table alias.
export const isGoing = (f = FAN_OUT): Condition => sql`${stateOf(f)} in (${anyOf(goingStates)})`;
export const isEnded = (f = FAN_OUT): Condition => sql`${stateOf(f)} in (${anyOf(endedStates)})`;
/** It was stopped, and can be continued for the remaining devices. */
export const mayGoOn = (f = FAN_OUT): Condition => sql`${stateOf(f)} = 'stopped'`;
/** Some devices may have no recorded outcome yet. */
export const isUnfinished = (f = FAN_OUT): Condition => sql`${sql.ref(`${f}.finishedAt`)} is null`;
export const isNotPaused = (f = FAN_OUT): Condition => sql`${sql.ref(`${f}.pausedAt`)} is null`;
/** The fan-out has a chunk, aliased `c`, that matches the condition `which`. */
export const hasChunk = (which: RawBuilder<unknown>, f = FAN_OUT): Condition =>
  sql`exists (select 1 from fan_out_chunk c where c.notification_id = ${sql.ref(`${f}.notificationId`)} and ${which})`;
const hasPending = (f = FAN_OUT): Condition => hasChunk(sql`c.pending > 0`, f);
/** Every phone of a complete audience has an outcome. */
export const isDone = (f = FAN_OUT): Condition => sql`(${stateOf(f)} <> 'expanding' and not ${hasPending(f)})`;
/** The phones that a send reached are still being copied for this fan-out. */
export const isGathering = (f = FAN_OUT): Condition => sql`${stateOf(f)} = 'gathering'`;
/** Not finished, stopped or cancelled. */
export const isOpen = (f = FAN_OUT): Condition => sql`(${isUnfinished(f)} and ${isGoing(f)} or ${isGathering(f)})`;
/** Some phone has no outcome yet. */
export const isUnderWay = (f = FAN_OUT): Condition => sql`(${isGoing(f)} and not ${isDone(f)} or ${isGathering(f)})`;
/** The notification id of a fan-out. */
export const notificationOf = (f = FAN_OUT): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${f}.ofNotification`)}, ${sql.ref(`${f}.notificationId`)})`;
/** The validity of the fan-out `f` is over; `n` is its notification. */
export const isExpired: Condition = sql`coalesce(f.valid_until, n.valid_until) <= clock_timestamp()`;

/** Version of the text of notification `n`: microseconds since 1970 of its last correction; null: never corrected. */
export const textVersion: RawBuilder<number | null> = sql`(extract(epoch from n.corrected_at) * 1000000)::bigint`;

/** It has ended or expired, so only outcomes of the rest are still recorded. */
const isOver: Condition = sql`(${isEnded('f')} or ${isExpired})`;
/** Kinds of open fan-outs: `any` with work to do, `going` ones that still send, `over` ones that only record outcomes. */
export type Openness = 'any' | 'going' | 'over';
export const isOpenAs: Record<Openness, Condition> = {
  any: sql`(${isNotPaused('f')} or ${isOver})`,
  going: sql`(${isNotPaused('f')} and not ${isOver})`,
  over: isOver,
};

/** The notification starts later. */
export const isPlanned: Condition = sql`exists (select 1 from fan_out_plan p where p.notification_id = notification.id)`;
/** The notification does not start before another administrator has approved it. */
export const isUnapproved: Condition = sql`exists (
  select 1 from fan_out_plan p where p.notification_id = notification.id and p.waits_for = 'approval')`;
/** At least one phone accepted it, and its outcomes have ended: the sums of its chunks are retained forever (OPS-06). */
export const hasPastAcceptance = (f = FAN_OUT): Condition =>
  sql`exists (select 1 from past_chunk p where p.notification_id = ${sql.ref(`${f}.notificationId`)} and p.successful > 0)`;
/**
 * At least one phone accepted it. Decides whether a send is shown as something that customers have (`isAccepted` in the contract does so
 * for counts). The instant is stored with the first acceptance. Earlier versions stored none; for their sends the chunk counts decide.
 */
export const isAccepted = (f = FAN_OUT): Condition => sql`(${sql.ref(`${f}.firstAcceptedAt`)} is not null
  or ${hasChunk(sql`c.successful > 0`, f)} or ${hasPastAcceptance(f)})`;
/** No phone has accepted it yet. */
export const hasNoAcceptance = (f = FAN_OUT): RawBuilder<boolean> => sql<boolean>`not ${isAccepted(f)}`;
/** No phone accepted it, and none will: its audience was empty, or every phone has another outcome. The end may not be recorded yet. */
const wasNeverAccepted = (f = FAN_OUT): Condition =>
  sql`(${isEnded(f)} and ${sql.ref(`${f}.chunks`)} = 0 or not ${isAccepted(f)} and (not ${isUnfinished(f)} or ${isDone(f)}))`;
/** At least one phone accepted it, or one still may: it is being sent. */
export const mayBeAccepted = (f = FAN_OUT): Condition => sql`not ${wasNeverAccepted(f)}`;
/** Of a notification: the same; a plan may still be accepted. */
export const reachesSomebody: Condition = sql`not exists (
  select 1 from fan_out f where f.notification_id = notification.id and ${wasNeverAccepted('f')})`;
/** The condition of the index `fan_out_unaccepted`. It contains few sends, once the upkeep has recorded those of earlier versions. */
export const isUnnotedSend: Condition = sql`(f.kind = 'send' and f.finished_at is not null and f.first_accepted_at is null)`;
/** Ids of finished sends that no phone accepted. */
export const unacceptedSends = sql<string>`select f.notification_id from fan_out f
  where ${isUnnotedSend} and f.state = 'finished' and not ${isAccepted('f')}`;

/** Pause columns of a fan-out that is not paused. */
export const notPaused = { pausedAt: null, pausedBy: null, pauseReason: null };
