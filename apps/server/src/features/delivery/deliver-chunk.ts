import { fileUrl } from '@endcap/contract/files';
import { signedTitle } from '@endcap/contract/notifications';
import { inTransaction, retryWhenOutrun } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { type Checkpoint, type ClaimedChunk, type Orders, readOrders, writeCheckpoint } from './chunk.repository.ts';
import { pauseFanOut, stopFanOut } from './fan-out.repository.ts';
import { byteOf, isOpen, retryDelayMs, tally, triesOf } from './outcome.ts';
import type { Wave } from './outcomes-of-wave.ts';
import type { Pace } from './pace.ts';
import type { PushGateway } from './push-gateway.ts';
import { type BrakeVerdict, CANARY_SENDS, type WaveAnswers } from './safety-brake.ts';
import { sendWave } from './send-wave.ts';

export type DeliveryDeps = {
  db: Database;
  push: PushGateway;
  pace: Pace;
  now: () => Date;
  appUrl: string;
  leaseSeconds: number;
  /** Aborted when the process is to stop: the wave under way is finished, the chunk given back. */
  stopping: AbortSignal;
  /** The safety brake of a fan-out in this process. */
  brake: (notificationId: string) => (wave: WaveAnswers) => BrakeVerdict;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};

/** After so many owners that got nowhere with a chunk, its devices are sent to one by one; after more, the first is given up (F11). */
const STALLS_ONE_BY_ONE = 5;
const STALLS_GIVE_UP = 8;
const ORDERS_AGE_MS = 250;

const readMessage = async ({ db, appUrl }: DeliveryDeps, notificationId: string): Promise<Orders> => {
  const { image, sign, ...orders } = await readOrders(db, notificationId);
  return { ...orders, title: signedTitle(orders.title, sign), imageUrl: image && fileUrl(image, appUrl) };
};

/** Why nothing may be sent any more, or null. */
const endOf = (orders: Orders, now: Date): 'stopped' | 'cancelled' | 'expired' | null => {
  if (orders.state === 'stopped' || orders.state === 'cancelled') return orders.state;
  return Date.parse(orders.validUntil) <= now.getTime() ? 'expired' : null;
};

const openPlaces = (bytes: Uint8Array): number[] => Array.from(bytes.keys()).filter((place) => isOpen(bytes[place] ?? 0));

/**
 * Sends a claimed chunk, wave by wave. Each wave ends in one transaction (outcomes, sums, prunings, lease) that is
 * written while the next wave is under way; a crash can repeat only waves that were not written, and their copies
 * replace the first on the phone. A `probe` sends one message and gives the chunk back. False: nothing came of it.
 */
export const deliverChunk = async (deps: DeliveryDeps, chunk: ClaimedChunk, probe = false): Promise<boolean> => {
  const { db, push, pace, now, leaseSeconds, stopping, alarm } = deps;
  const bytes = Uint8Array.from(chunk.outcomes);
  let orders = await readMessage(deps, chunk.notificationId);
  let ordersAt = performance.now();
  const sendTo = push.prepare(orders);
  const applyBrake = deps.brake(chunk.notificationId);

  const write = (wave: Wave | null, next: Checkpoint['next']): Promise<boolean> => {
    const verdict = wave && wave.sent > 0 ? applyBrake(wave) : 'go';
    if (verdict === 'stop') for (const { place, reason } of wave?.refusedAt ?? []) bytes[place] = byteOf(reason);
    const outcomes = bytes.slice();
    const sums = tally(outcomes);
    const answered = sums.successful + (sums.failedBy.deadToken ?? 0);
    const proven = !orders.proven && verdict === 'go' && (answered >= CANARY_SENDS || sums.pending === 0);
    orders.proven ||= proven;
    const facts = { outcomes, tally: sums, messageId: wave?.messageId ?? null, dead: wave?.pruned ?? [], proven, next };
    const pauses = verdict === 'pause' && !orders.brakeReleased;
    // What is not written is sent again, so losing against another writer must not be the end of it.
    if (verdict !== 'stop' && !pauses) return retryWhenOutrun(() => writeCheckpoint(db, chunk, facts));
    orders.state = verdict === 'stop' ? 'stopped' : 'paused';
    return inTransaction(db, async (trx) => {
      if (!(await writeCheckpoint(trx, chunk, facts))) return false;
      if (verdict === 'stop') await stopFanOut(trx, chunk.notificationId, wave?.refusal ?? '');
      else await pauseFanOut(trx, chunk.notificationId, 'deadTokens', null);
      alarm(`a fan-out was ${orders.state} by the safety brake`, { notificationId: chunk.notificationId, refusal: wave?.refusal });
      return true;
    });
  };

  const send = async (places: readonly number[]): Promise<Wave> => {
    const wave = await sendWave(db, chunk.devices, bytes, places, sendTo);
    if (wave.broken) alarm('sending to a device failed inside Endcap', { notificationId: chunk.notificationId, err: wave.broken });
    await pace.note(wave);
    if (probe && wave.sent > wave.transient) await pace.isBack();
    return wave;
  };

  const refresh = async (): Promise<void> => {
    if (performance.now() - ordersAt <= ORDERS_AGE_MS) return;
    orders = { ...(await readMessage(deps, chunk.notificationId)), proven: orders.proven };
    ordersAt = performance.now();
  };

  if (chunk.stalls >= STALLS_GIVE_UP) {
    const [place] = openPlaces(bytes);
    if (place !== undefined) bytes[place] = byteOf('internal');
    alarm('a device was given up: its chunk ended every worker', {
      notificationId: chunk.notificationId,
      device: chunk.devices[place ?? 0],
    });
    if (!(await write(null, { is: 'keep', seconds: leaseSeconds }))) return true;
  }

  const size = probe || chunk.stalls >= STALLS_ONE_BY_ONE ? 1 : pace.waveSize;
  let unwritten: Wave | null = null;
  let askedMs = 0;
  let worked = false;
  for (let open = openPlaces(bytes), at = 0; at < open.length && !(probe && at > 0); at += size) {
    if (stopping.aborted || (pace.isClosed() && !probe)) break;
    await refresh();
    const end = endOf(orders, now());
    if (end) worked = true;
    if (end) for (const place of open.slice(at)) bytes[place] = byteOf(end);
    if (end || orders.state === 'paused') break;
    const places = open.slice(at, at + size);
    const written: Promise<boolean> = unwritten ? write(unwritten, { is: 'keep', seconds: leaseSeconds }) : Promise.resolve(true);
    // Awaited after the wave; a failure must not count as unhandled meanwhile.
    written.catch(() => {});
    // A wave that the brake did not like is written before anything else leaves.
    if (unwritten && orders.state !== 'going') {
      if (!(await written)) return true;
      unwritten = null;
      at -= size;
      continue;
    }
    unwritten = null;
    if (!(await pace.turn(places.length, stopping))) {
      if (!(await written)) return true;
      break;
    }
    // While it waited for its turn somebody may have said stop.
    await refresh();
    if (orders.state !== 'going') {
      if (!(await written)) return true;
      at -= size;
      continue;
    }
    unwritten = await send(places);
    worked = true;
    if (!(await written)) return true;
    askedMs = Math.max(askedMs, unwritten.askedMs);
  }
  // The last wave is written together with giving the chunk back, so a chunk without open devices never has a lease.
  const tries = bytes.reduce((most, byte) => Math.max(most, triesOf(byte)), 0);
  const untouched = bytes.includes(0);
  const afterMs = tries === 0 || (untouched && askedMs === 0) ? 0 : retryDelayMs(tries, askedMs, Math.random());
  await write(unwritten, { is: 'release', afterMs });
  return worked;
};
