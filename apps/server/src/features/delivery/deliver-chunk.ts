import { fileUrl } from '@endcap/contract/files';
import { sendingError, signedTitle } from '@endcap/contract/notifications';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { askWitnesses, type Testimony } from './ask-witnesses.ts';
import { type Checkpoint, type ClaimedChunk, type Orders, readOrders, writeCheckpoint } from './chunk.repository.ts';
import { pauseFanOut, stopFanOut } from './fan-out.repository.ts';
import { type Judgement, judgeRefusals, onlySuspended } from './judge-refusals.ts';
import { byteOf, isOpen, isSuspended, mayBeSent, retryDelayMs, settled, tally, triesOf } from './outcome.ts';
import type { Wave } from './outcomes-of-wave.ts';
import type { Pace } from './pace.ts';
import type { PushGateway } from './push-gateway.ts';
import type { Doubt, WaveAnswers } from './safety-brake.ts';
import { samplePlaces } from './sample.ts';
import { readDeadShare } from './sample.repository.ts';
import { sendWave } from './send-wave.ts';
import { untilWritten } from './until-written.ts';

export type DeliveryDeps = {
  db: Database;
  push: PushGateway;
  pace: Pace;
  now: () => Date;
  appUrl: string;
  leaseSeconds: number;
  /** Aborted when the process is to stop: the wave under way is finished, the chunk given back. */
  stopping: AbortSignal;
  /** Called when the database did not take a checkpoint in time. */
  troubled: () => void;
  /** The safety brake of a fan-out in this process. */
  brake: (notificationId: string) => (wave: WaveAnswers) => Doubt | null;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};

/** After so many owners that got nowhere with a chunk, its devices are sent to one by one; after more, the first is given up (F11). */
const STALLS_ONE_BY_ONE = 5;
const STALLS_GIVE_UP = 8;
const ORDERS_AGE_MS = 250;
/** delivery.md 6: above this share of dead addresses a person is asked. */
const DEAD_SHARE = 0.3;

const readMessage = async ({ db, appUrl }: DeliveryDeps, notificationId: string): Promise<Orders> => {
  const { image, sign, ...orders } = await readOrders(db, notificationId);
  return { ...orders, title: signedTitle(orders.title, sign), imageUrl: image && fileUrl(image, appUrl) };
};

/** Why nothing may be sent any more, or null. */
const endOf = (orders: Orders, now: Date): 'stopped' | 'cancelled' | 'expired' | null => {
  if (orders.state === 'stopped' || orders.state === 'cancelled') return orders.state;
  return Date.parse(orders.validUntil) <= now.getTime() ? 'expired' : null;
};

const placesThat = (bytes: Uint8Array, fits: (byte: number) => boolean): number[] =>
  Array.from(bytes.keys()).filter((place) => fits(bytes[place] ?? 0));

/** A wave that was sent, and what the brake doubts about it. */
type Sent = Wave & { doubt: Doubt | null };

/**
 * Sends a claimed chunk, wave by wave. Each wave ends in one transaction (outcomes, sums, prunings, lease) that is
 * written while the next wave is under way; a crash can repeat only waves that were not written, and their copies
 * replace the first on the phone. A `probe` sends one message and gives the chunk back. False: nothing came of it.
 */
export const deliverChunk = async (deps: DeliveryDeps, chunk: ClaimedChunk, probe = false): Promise<boolean> => {
  const { db, push, pace, now, leaseSeconds, stopping, alarm } = deps;
  const { notificationId, samplePlaces: placesOfSample } = chunk;
  const bytes = Uint8Array.from(chunk.outcomes);
  let orders = await readMessage(deps, notificationId);
  let ordersAt = performance.now();
  const sendTo = push.prepare(orders);
  const applyBrake = deps.brake(notificationId);
  const keep = (): Checkpoint['next'] => ({ is: 'keep', seconds: leaseSeconds });
  let askedMs = 0;
  /** Gives the chunk back, until what is left of it may be tried again. */
  const release = (outcomes: Uint8Array): Checkpoint['next'] => {
    const asksAgain = placesOfSample === null && onlySuspended(outcomes);
    const tries = outcomes.reduce((most, byte) => Math.max(most, triesOf(byte)), Number(asksAgain));
    const atOnce = tries === 0 || (outcomes.includes(0) && askedMs === 0);
    return { is: 'release', afterMs: atOnce ? 0 : retryDelayMs(tries, askedMs, Math.random()) };
  };

  const ask = async (): Promise<Testimony> => {
    const turn = (messages: number): Promise<boolean> => pace.turn(messages, stopping);
    const said = await askWitnesses(db, notificationId, { rehearse: push.rehearse(orders), turn }).catch(() => 'unknown' as const);
    // To a question the push service answers as well as to a message.
    if (probe && (said === 'sound' || said === 'unsound')) await pace.isBack();
    return said;
  };
  const tooManyDead = async (): Promise<boolean> => (await readDeadShare(db, notificationId).catch(() => 0)) > DEAD_SHARE;
  /** The sample's refusals are judged when all of it was asked. */
  const judge = async (doubt: Doubt | null, outcomes: Uint8Array): Promise<Judgement> =>
    placesOfSample === null
      ? judgeRefusals({ doubt: doubt === 'deaths' && orders.brakeReleased ? null : doubt, outcomes, ask, tooManyDead })
      : { fault: null, verdict: 'go' };

  /** Writes the bytes as they are now; false: the lease is lost. */
  const write = async (wave: Sent | null, next: (outcomes: Uint8Array) => Checkpoint['next'], sampled = false): Promise<boolean> => {
    const outcomes = bytes.slice();
    const { fault, verdict } = await judge(wave?.doubt ?? null, outcomes);
    if (fault) for (const place of placesThat(outcomes, isSuspended)) bytes[place] = outcomes[place] = settled(outcomes[place] ?? 0, fault);
    const facts: Checkpoint = {
      outcomes,
      tally: tally(outcomes),
      messageId: wave?.messageId ?? null,
      dead: wave?.pruned ?? [],
      refusal: placesOfSample === null ? null : (wave?.refusal ?? null),
      sampled,
      next: next(outcomes),
    };
    if (verdict === 'go') return untilWritten(() => writeCheckpoint(db, chunk, facts), stopping, deps.troubled);
    orders.state = verdict;
    const both = () =>
      inTransaction(db, async (trx) => {
        if (!(await writeCheckpoint(trx, chunk, facts))) return false;
        if (verdict === 'stopped') await stopFanOut(trx, notificationId, wave?.refusal ?? sendingError('credential'));
        else await pauseFanOut(trx, notificationId, 'deadTokens', null);
        return true;
      });
    const written = await untilWritten(both, stopping, deps.troubled);
    if (written) alarm(`a fan-out was ${verdict} by the safety brake`, { notificationId, refusal: wave?.refusal });
    return written;
  };

  const learn = async (wave: Wave): Promise<void> => {
    await pace.note(wave);
    if (probe && wave.sent > wave.transient) await pace.isBack();
  };

  const send = async (places: readonly number[]): Promise<Sent> => {
    const wave = await sendWave(db, chunk.devices, bytes, places, sendTo);
    if (wave.broken) alarm('sending to a device failed inside Endcap', { notificationId, err: wave.broken });
    // The messages have left: whatever else fails now, their outcomes are written.
    await learn(wave).catch((error: unknown) => alarm('the pace could not be agreed on', { err: error }));
    return { ...wave, doubt: wave.sent > 0 && placesOfSample === null ? applyBrake(wave) : null };
  };

  const refresh = async (): Promise<void> => {
    if (performance.now() - ordersAt <= ORDERS_AGE_MS) return;
    orders = await readMessage(deps, notificationId);
    ordersAt = performance.now();
  };

  let worked = false;
  /** Gives what is open an outcome when nothing may be sent any more. */
  const isOver = (): boolean => {
    const end = endOf(orders, now());
    if (end === null) return false;
    for (const place of placesThat(bytes, isOpen)) {
      const byte = bytes[place] ?? 0;
      bytes[place] = end === 'stopped' && isSuspended(byte) ? settled(byte, 'ours') : byteOf(end);
    }
    worked = true;
    return true;
  };

  if (chunk.stalls >= STALLS_GIVE_UP) {
    const [place] = placesThat(bytes, mayBeSent);
    if (place !== undefined) bytes[place] = byteOf('internal');
    alarm('a device was given up: its chunk ended every worker', { notificationId, device: chunk.devices[place ?? 0] });
    if (!(await write(null, keep))) return true;
  }

  const size = probe || chunk.stalls >= STALLS_ONE_BY_ONE ? 1 : pace.waveSize;
  const wanted = placesOfSample === null ? placesThat(bytes, mayBeSent) : samplePlaces(bytes, placesOfSample);
  const places = probe ? wanted.slice(0, 1) : wanted;
  let unwritten: Sent | null = null;
  let written: Promise<boolean> = Promise.resolve(true);
  let at = 0;
  const sendWaves = async (): Promise<void> => {
    while (at < places.length && !stopping.aborted && (probe || !pace.isClosed())) {
      await refresh();
      if (isOver() || orders.state === 'paused') return;
      const wave: Sent | null = unwritten;
      unwritten = null;
      if (wave) written = write(wave, keep);
      // Awaited after the next wave; a failure must not count as unhandled meanwhile.
      written.catch(() => {});
      // A wave that is in doubt is judged and written before anything else leaves.
      if (wave?.doubt) {
        if (await written) continue;
        return;
      }
      const isMyTurn = await pace.turn(Math.min(size, places.length - at), stopping);
      // While it waited for its turn somebody may have said stop.
      if (isMyTurn) await refresh();
      if (isMyTurn && orders.state === 'going') {
        unwritten = await send(places.slice(at, at + size));
        askedMs = Math.max(askedMs, unwritten.askedMs);
        at += size;
        worked = true;
      }
      if (!(await written) || !isMyTurn) return;
    }
  };
  let failure: { error: unknown } | null = null;
  await sendWaves().catch((error: unknown) => {
    failure = { error };
  });
  if (!(await written)) return true;
  if (places.length === 0) isOver();
  // The last wave is written together with giving the chunk back, so a chunk without open devices never has a lease.
  await write(unwritten, release, placesOfSample !== null && !probe && failure === null && at >= places.length);
  if (failure) throw (failure as { error: unknown }).error;
  return worked;
};
