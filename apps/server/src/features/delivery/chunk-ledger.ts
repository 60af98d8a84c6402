import { sendingError } from '@endcap/contract/notifications';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Checkpoint, type ClaimedChunk, writeCheckpoint } from './chunk.repository.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { pauseFanOut, stopFanOut } from './fan-out.repository.ts';
import { marksAt, markUnanswered, storedMarks, unknownBy } from './marks.ts';
import type { End, Situation } from './next-step.ts';
import { ACCEPTED, byteOf, isOpen, isSuspended, mayBeSent, placesThat, retryDelayMs, settled, tally, triesOf } from './outcome.ts';
import type { FollowedOrders } from './orders.ts';
import type { Wave } from './outcomes-of-wave.ts';
import type { Doubt } from './safety-brake.ts';
import { untilWritten } from './until-written.ts';
import type { Visit } from './visit.ts';

/** A wave that was sent, and what the brake doubts about it. */
type Sent = Wave & { doubt: Doubt | null };

/** How long a chunk that is given back waits until what is left of it may be tried again. */
const restMs = (outcomes: Uint8Array, visit: Visit, askedMs: number): number => {
  const tries = outcomes.reduce((most, byte) => Math.max(most, triesOf(byte)), Number(visit.asksAgain(outcomes)));
  const atOnce = tries === 0 || (outcomes.includes(0) && askedMs === 0);
  return atOnce ? 0 : retryDelayMs(tries, askedMs, Math.random());
};

type Held = { visit: Visit; orders: FollowedOrders };
/** `hadAccepted`: a phone of the chunk accepted it before. */
type Entry = { wave: Sent | null; next: (outcomes: Uint8Array) => Checkpoint['next']; askedAll: boolean; hadAccepted: boolean };
/** Outcomes and flags of the chunk's devices, and which text they get. */
type Bytes = { outcomes: Uint8Array; flags: Uint8Array; textVersion: number | null };

/** As a visit finds them. Its message is prepared once, when it begins. */
const bytesOf = (chunk: ClaimedChunk, orders: FollowedOrders): Bytes => {
  const { textVersion } = orders.latest();
  return { outcomes: Uint8Array.from(chunk.outcomes), flags: marksAt(chunk, textVersion), textVersion };
};

/** Judges what was refused and writes the bytes as they are now, with the end that the safety brake puts to it. False: the lease is lost. */
const writeEntry = async (
  { db, endings, stopping, troubled, wrote, alarm }: DeliveryDeps,
  chunk: ClaimedChunk,
  { visit, orders }: Held,
  { outcomes: bytes, flags, textVersion }: Bytes,
  { wave, next, askedAll, hadAccepted }: Entry,
): Promise<boolean> => {
  const { notificationId } = chunk;
  const outcomes = bytes.slice();
  const marks = storedMarks(flags);
  const { fault, verdict } = await visit.judge(wave?.doubt ?? null, outcomes);
  if (fault) for (const place of placesThat(outcomes, isSuspended)) bytes[place] = outcomes[place] = settled(outcomes[place] ?? 0, fault);
  const refusal = wave?.refusal ?? null;
  const facts: Checkpoint = {
    outcomes,
    tally: tally(outcomes),
    marks,
    unknownBy: unknownBy(outcomes, marks),
    textVersion,
    messageId: wave?.messageId ?? null,
    dead: wave?.pruned ?? [],
    mayBeFirst: !hadAccepted && outcomes.includes(ACCEPTED),
    ...visit.ofSample(refusal, askedAll),
    next: next(outcomes),
  };
  const noted = (isWritten: boolean): boolean => {
    if (isWritten) wrote({ notificationId, no: chunk.no, epoch: chunk.epoch, pending: facts.tally.pending });
    return isWritten;
  };
  if (verdict === 'go') return noted(await untilWritten(() => writeCheckpoint(db, chunk, facts), stopping, troubled));
  orders.become(verdict);
  const both = (): Promise<boolean> =>
    inTransaction(db, async (trx) => {
      if (!(await writeCheckpoint(trx, chunk, facts))) return false;
      if (verdict === 'stopped') await stopFanOut(trx, { notificationId, error: refusal ?? sendingError('credential') }, endings);
      else await pauseFanOut(trx, notificationId, 'deadTokens', null);
      return true;
    });
  const written = noted(await untilWritten(both, stopping, troubled));
  if (written) alarm(`a fan-out was ${verdict} by the safety brake`, { notificationId, refusal });
  return written;
};

/**
 * The outcomes of a chunk while we hold it. A wave that was sent is judged and written while the next is under way; the last one is
 * written together with giving the chunk back, so that a chunk without open devices never has a lease.
 */
export const openLedger = (deps: DeliveryDeps, chunk: ClaimedChunk, held: Held) => {
  const all = bytesOf(chunk, held.orders);
  const bytes = all.outcomes;
  let unwritten: Sent | null = null;
  let writing = Promise.resolve(true);
  let isOurs = true;
  let askedMs = 0;
  let hadAccepted = bytes.includes(ACCEPTED);
  const write = (next: Entry['next'], askedAll = false): Promise<boolean> => {
    const entry = { wave: unwritten, next, askedAll, hadAccepted };
    unwritten = null;
    hadAccepted = bytes.includes(ACCEPTED);
    return writeEntry(deps, chunk, held, all, entry);
  };
  const written = async (): Promise<boolean> => (isOurs = await writing);
  const writeBehind = (): void => {
    writing = write(() => ({ is: 'keep', seconds: deps.leaseSeconds }));
    // Awaited after the next wave; a failure must not count as unhandled meanwhile.
    writing.catch(() => {});
  };

  return {
    bytes,
    isOurs: (): boolean => isOurs,
    unwritten: (): Situation['unwritten'] => (unwritten === null ? 'nothing' : unwritten.doubt === null ? 'wave' : 'waveInDoubt'),
    note: (wave: Wave): void => {
      markUnanswered(all.flags, wave.unanswered);
      unwritten = { ...wave, doubt: wave.sent > 0 ? held.visit.doubt(wave) : null };
      askedMs = Math.max(askedMs, wave.askedMs);
    },
    /** Begins to write the last wave. */
    writeBehind: (): void => {
      if (unwritten !== null) writeBehind();
    },
    written,
    /** Gives up the device whose turn it was (F11). */
    giveUpNext: async (): Promise<void> => {
      const [place] = placesThat(bytes, mayBeSent);
      if (place !== undefined) bytes[place] = byteOf('internal');
      deps.alarm('a device was given up: its chunk ended every worker', {
        notificationId: chunk.notificationId,
        device: chunk.devices[place ?? 0],
      });
      writeBehind();
      await written();
    },
    /** Gives whoever is open an outcome. */
    finish: (end: End): void => {
      for (const place of placesThat(bytes, isOpen)) {
        const byte = bytes[place] ?? 0;
        bytes[place] = end === 'stopped' && isSuspended(byte) ? settled(byte, 'ours') : byteOf(end);
      }
    },
    /** Ends our lease with what was not written yet. */
    giveBack: async (askedAll: boolean): Promise<void> => {
      if (await written()) await write((outcomes) => ({ is: 'release', afterMs: restMs(outcomes, held.visit, askedMs) }), askedAll);
    },
  };
};
export type ChunkLedger = ReturnType<typeof openLedger>;
