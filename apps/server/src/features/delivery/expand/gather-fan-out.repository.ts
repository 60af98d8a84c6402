import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { callWorkers } from '../accept/call-workers.repository.ts';
import { isEnded, isGathering, textVersion } from '../fan-out-conditions.repository.ts';
import { HAS_FORMER_TEXT, MAY_HAVE_IT } from '../chunk/marks.ts';
import { ACCEPTED, byteOf, LAST_SETTLED } from '../outcome.ts';
import { drawSample } from '../chunk/sample.repository.ts';
import { CHUNKS_A_TRANSACTION, writeChunks } from './write-chunks.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'device' | 'notification'>;
type Gathering = {
  id: string;
  notificationId: string;
  kind: 'correct' | 'recall';
  platform: 'android' | 'ios';
  next: number;
  chunks: number;
  isCounting: boolean;
  /** Its send was stopped or cancelled, so open devices do not get it any more. */
  isOver: boolean;
};

/** Time after the end of a lease from which its owner writes nothing any more. */
const ABANDONED_AFTER = '1 minute';

// Recipients of a chunk are unknown while it is leased. In a paused send, no worker claims the chunk of a worker that died. Its open
// recipients get the current text once the send resumes.
const isLeased = sql<boolean>`(c.lease_until is not null
  and (s.paused_at is null or c.lease_until > clock_timestamp() - ${ABANDONED_AFTER}::interval))`;
const isNextReady = sql`case when exists (select from fan_out_chunk c where c.notification_id = f.of_notification and c.no = f.cursor)
  then exists (select from fan_out_chunk c where c.notification_id = f.of_notification and c.no = f.cursor and not ${isLeased})
  else s.state <> 'expanding' end`;
// An earlier follow-up in flight would arrive after the one that replaces it.
const isFormerUnderWay = sql`exists (select from fan_out g join fan_out_chunk c on c.notification_id = g.notification_id
  where g.of_notification = f.of_notification and g.kind <> 'send' and g.created_at < f.created_at and c.lease_until is not null)`;

/** Locks and returns the most urgent fan-out that can copy further devices of its send; safety messages come first (CARE-05). */
const lockMostUrgent = async (trx: Db): Promise<Gathering | undefined> => {
  const { rows } = await sql<Gathering>`
    select f.notification_id as id, f.of_notification as notification_id, f.kind, f.platform, f.cursor as next, f.chunks, s.state = 'expanding' as is_counting,
      ${isEnded('s')} as is_over
    from fan_out f join fan_out s on s.notification_id = f.of_notification
    where ${isGathering('f')} and ${isNextReady} and not ${isFormerUnderWay}
    order by (select n.safety from notification n where n.id = f.of_notification) desc, f.kind = 'recall' desc, f.created_at, f.platform limit 1 for update of f skip locked`.execute(
    trx,
  );
  return rows[0];
};

/** Counts the next chunks of the send that are not leased, up to the first leased one. */
const readReady = async (trx: Db, { notificationId, next }: Gathering): Promise<{ ready: number; isLast: boolean }> => {
  const { rows } = await sql<{ isLeased: boolean }>`
    select ${isLeased} as is_leased from fan_out_chunk c join fan_out s on s.notification_id = c.notification_id
    where c.notification_id = ${notificationId} and c.no >= ${next} order by c.no limit ${CHUNKS_A_TRANSACTION}`.execute(trx);
  const firstLeased = rows.findIndex(({ isLeased }) => isLeased);
  return { ready: firstLeased < 0 ? rows.length : firstLeased, isLast: firstLeased < 0 && rows.length < CHUNKS_A_TRANSACTION };
};

const mark = sql`coalesce(get_byte(c.marks, sent.position::int - 1), 0)`;
const outcome = sql`get_byte(c.outcomes, sent.position::int - 1)`;
const isAccepted = sql<boolean>`${outcome} = ${sql.lit(ACCEPTED)}`;
/** The phone accepted an older text than the current one of the notification `n`. */
const hasFormerText = sql<boolean>`(c.text_version is distinct from ${textVersion} or ${mark} & ${sql.lit(HAS_FORMER_TEXT)} <> 0)`;
/** A message was sent to it with unknown outcome, and its address was not reported dead or refused since. */
const mayHaveIt = sql<boolean>`(${mark} & ${sql.lit(MAY_HAVE_IT)} <> 0
  and ${outcome} not in (${sql.lit(ACCEPTED)}, ${sql.lit(byteOf('deadToken'))}, ${sql.lit(byteOf('refused'))}))`;
/** It has a final outcome. */
const isSettled = sql<boolean>`(${outcome} between ${sql.lit(ACCEPTED)} and ${sql.lit(LAST_SETTLED)})`;

type Recipients = Pick<Gathering, 'kind' | 'platform'>;

/**
 * Condition: the phone gets the recall or the correction. An Android app ignores the recall of a message that it does not have, so a
 * recall also goes to Android phones that may have it. An iPhone without the message would show the neutral line, and any phone without it
 * would show a correction as new (E-07).
 */
const isRecipient = ({ kind, platform }: Recipients): RawBuilder<boolean> => {
  // A correction is for phones that have an older text (E-08).
  if (kind === 'correct') return sql`(${isAccepted} and ${hasFormerText})`;
  return platform === 'android' ? sql`(${isAccepted} or ${mayHaveIt})` : isAccepted;
};

/** The phones of one platform in these chunks of the send: `device`, its chunk `c`, and its position there in `sent`. */
const phonesOf = ({ notificationId, platform, next }: Gathering, ready: number) => sql`
  fan_out_chunk c join notification n on n.id = c.notification_id
    cross join unnest(c.devices) with ordinality as sent(seq, position) join device on device.seq = sent.seq
  where c.notification_id = ${notificationId} and c.no >= ${next} and c.no < ${next + ready} and (device.platform = 'ios') = ${platform === 'ios'}`;

/** Copies the phones that get the follow-up from these chunks of the send. Returns the number of chunks written. */
const copyReached = async (trx: Db, gathering: Gathering, ready: number): Promise<number> => {
  const { id, chunks } = gathering;
  const reached = sql`select device.seq from ${phonesOf(gathering, ready)} and ${isRecipient(gathering)}`;
  const rows = await writeChunks(trx, { notificationId: id, chunks }, reached);
  return rows.length;
};

/** Counts the phones of these chunks that may have the message but get no follow-up. */
const countUnknown = async (trx: Db, gathering: Gathering, ready: number): Promise<number> => {
  const { rows } = await sql<{ unknown: number }>`
    select count(*)::int as unknown from ${phonesOf(gathering, ready)} and c.marks is not null and ${mayHaveIt}
      and not ${isRecipient(gathering)} and (${isSettled} or ${gathering.isOver})`.execute(trx);
  return rows[0]?.unknown ?? 0;
};

/** Opens the fan-out for sending once all devices that the send reached are copied. Without any, it is finished. */
const open = async (trx: Db, id: string, chunks: number): Promise<void> => {
  await sql`
    update fan_out set state = case when ${chunks}::int > 0 then 'sending' else 'finished' end,
      finished_at = case when ${chunks}::int > 0 then null else clock_timestamp() end
    where notification_id = ${id}`.execute(trx);
  if (chunks === 0) return;
  await drawSample(trx, id);
  await callWorkers(trx, id);
};

/**
 * Copies devices from the next chunks of a send to its follow-up (RECALL-01, RECALL-02), and moves the cursor in the caller's transaction.
 * Returns false if there is nothing to copy now.
 */
export const gatherNext = async (trx: Db): Promise<boolean> => {
  const gathering = await lockMostUrgent(trx);
  if (!gathering) return false;
  const { ready, isLast } = await readReady(trx, gathering);
  const isDone = isLast && !gathering.isCounting;
  const chunks = gathering.chunks + (await copyReached(trx, gathering, ready));
  const unknown = await countUnknown(trx, gathering, ready);
  await sql`update fan_out set cursor = ${gathering.next + ready}, chunks = ${chunks}, left_out = left_out + ${unknown} where notification_id = ${gathering.id}`.execute(
    trx,
  );
  if (isDone) await open(trx, gathering.id, chunks);
  return true;
};
