import { fileUrl } from '@endcap/contract/files';
import { signedTitle } from '@endcap/contract/notifications';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { type Checkpoint, type ClaimedChunk, type Orders, readAddresses, readOrders, writeCheckpoint } from './chunk.repository.ts';
import { finishFanOut, stopFanOut } from './fan-out.repository.ts';
import { ACCEPTED, byteOf, isOpen, retryDelayMs, tally, triedOnceMore, triesOf } from './outcome.ts';
import type { PushAddress, PushGateway, PushOutcome } from './push-gateway.ts';

export const WAVE_DEVICES = 100;

export type DeliveryDeps = {
  db: Database;
  push: PushGateway;
  now: () => Date;
  appUrl: string;
  leaseSeconds: number;
  /** True when the process is to stop: the wave under way is finished, the chunk given back. */
  isStopping: () => boolean;
};

type Sent = { place: number; seq: number; address: PushAddress; outcome: PushOutcome };
type Wave = { dead: Checkpoint['dead']; messageId: string | null; askedMs: number; stop: string | null };

const readMessage = async ({ db, appUrl }: DeliveryDeps, notificationId: string): Promise<Orders> => {
  const { image, sign, ...orders } = await readOrders(db, notificationId);
  return { ...orders, title: signedTitle(orders.title, sign), imageUrl: image && fileUrl(image, appUrl) };
};

/** Writes the outcomes of a wave into the chunk's bytes and says what has to happen because of them. */
const noteOutcomes = (bytes: Uint8Array, sent: readonly Sent[]): Wave => {
  const wave: Wave = { dead: [], messageId: null, askedMs: 0, stop: null };
  for (const { place, seq, address, outcome } of sent) {
    switch (outcome.is) {
      case 'accepted':
        bytes[place] = ACCEPTED;
        wave.messageId ??= outcome.messageId;
        break;
      case 'deadAddress':
        bytes[place] = byteOf('deadToken');
        wave.dead.push({ seq, value: address.value });
        break;
      case 'transient':
        bytes[place] = triedOnceMore(bytes[place] ?? 0);
        wave.askedMs = Math.max(wave.askedMs, outcome.afterMs ?? 0);
        break;
      case 'refused':
        bytes[place] = byteOf(outcome.reason);
        break;
      case 'stop':
        bytes[place] = byteOf(outcome.reason);
        wave.stop ??= outcome.error;
        break;
    }
  }
  return wave;
};

/** Places of devices that are still open, in waves. */
const wavesOf = (bytes: Uint8Array): number[][] => {
  const open = Array.from(bytes.keys()).filter((place) => isOpen(bytes[place] ?? 0));
  return Array.from({ length: Math.ceil(open.length / WAVE_DEVICES) }, (_, n) => open.slice(n * WAVE_DEVICES, (n + 1) * WAVE_DEVICES));
};

/**
 * Sends a claimed chunk, wave by wave. Each wave ends in one transaction (outcomes, sums, prunings, lease) that is
 * written while the next wave is under way; a crash can repeat only waves that were not written, and their copies
 * replace the first on the phone.
 */
export const deliverChunk = async (deps: DeliveryDeps, chunk: ClaimedChunk): Promise<void> => {
  const { db, push, now, leaseSeconds } = deps;
  const bytes = Uint8Array.from(chunk.outcomes);
  const sendTo = push.prepare(await readMessage(deps, chunk.notificationId));
  const placeOf = (place: number): number => chunk.devices[place] ?? 0;

  const write = (wave: Wave, next: Checkpoint['next']): Promise<boolean> => {
    const outcomes = Uint8Array.from(bytes);
    return inTransaction(db, async (trx) => {
      const kept = await writeCheckpoint(trx, chunk, {
        outcomes,
        tally: tally(outcomes),
        messageId: wave.messageId,
        dead: wave.dead,
        next,
      });
      if (kept && wave.stop) await stopFanOut(trx, chunk.notificationId, wave.stop);
      return kept;
    });
  };

  const sendWave = async (places: readonly number[]): Promise<Wave> => {
    const addresses = await readAddresses(db, places.map(placeOf));
    const sent = places.flatMap((place) => {
      const address = addresses.get(placeOf(place));
      if (!address) bytes[place] = byteOf('switchedOff');
      return address ? [sendTo(address).then((outcome): Sent => ({ place, seq: placeOf(place), address, outcome }))] : [];
    });
    return noteOutcomes(bytes, await Promise.all(sent));
  };

  const nothing: Wave = { dead: [], messageId: null, askedMs: 0, stop: null };
  let unwritten = nothing;
  let askedMs = 0;
  for (const places of wavesOf(bytes)) {
    if (deps.isStopping()) break;
    const written = unwritten === nothing ? Promise.resolve(true) : write(unwritten, { is: 'keep', seconds: leaseSeconds });
    // Awaited after the wave; a failure must not count as unhandled meanwhile.
    written.catch(() => {});
    if (unwritten.stop && !(await written)) return;
    unwritten = nothing;
    const orders = await readMessage(deps, chunk.notificationId);
    const reason = orders.stopped ? 'stopped' : Date.parse(orders.validUntil) <= now().getTime() ? 'expired' : null;
    if (reason) for (const place of places) bytes[place] = byteOf(reason);
    else unwritten = await sendWave(places);
    if (!(await written)) return;
    askedMs = Math.max(askedMs, unwritten.askedMs);
  }
  // The last wave is written together with giving the chunk back, so a chunk without open devices never has a lease.
  const tries = bytes.reduce((most, byte) => Math.max(most, triesOf(byte)), 0);
  const afterMs = deps.isStopping() || tries === 0 ? 0 : retryDelayMs(tries, askedMs, Math.random());
  const kept = await write(unwritten, { is: 'release', afterMs });
  if (kept && tally(bytes).pending === 0) await finishFanOut(db, chunk.notificationId);
};
