import { becauseOf, type Cause } from '../../platform/tracing/cause.ts';
import type { ClaimedChunk } from './chunk.repository.ts';
import { type ChunkLedger, openLedger } from './chunk-ledger.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { nextStep } from './next-step.ts';
import { followOrders } from './orders.ts';
import type { Send } from './push-gateway.ts';
import { sendWave } from './send-wave.ts';
import { visitOf } from './visit.ts';

/** After so many owners that got nowhere with a chunk, its devices are sent to one by one; after more, the first is given up (F11). */
const STALLS_ONE_BY_ONE = 5;
const STALLS_GIVE_UP = 8;

type Sending = { ledger: ChunkLedger; sendTo: Send; answered: () => Promise<void> };

/** Sends a wave to the given places and notes what became of it. */
const sender =
  ({ db, pace, causes, sent, alarm }: DeliveryDeps, { notificationId, devices }: ClaimedChunk, { ledger, sendTo, answered }: Sending) =>
  async (places: readonly number[]): Promise<void> => {
    const cause: Cause = causes?.ofWave(notificationId, places.length) ?? { requestId: undefined };
    const wave = await becauseOf(cause, () => sendWave(db, devices, ledger.bytes, places, sendTo)).catch((error: unknown) => {
      cause.part?.end(error);
      throw error;
    });
    cause.part?.note({ 'endcap.push.accepted': wave.accepted, 'endcap.push.dead': wave.dead, 'endcap.push.transient': wave.transient });
    cause.part?.end();
    ledger.note(wave);
    sent?.(wave, notificationId);
    if (wave.broken) alarm('sending to a device failed inside Endcap', { notificationId, err: wave.broken });
    const learn = async (): Promise<void> => {
      await pace.note(wave);
      if (wave.sent > wave.transient) await answered();
    };
    // The messages have left: whatever else fails now, their outcomes are written.
    await learn().catch((error: unknown) => alarm('the pace could not be agreed on', { err: error }));
  };

/**
 * Sends a claimed chunk, wave by wave. Each wave ends in one transaction (outcomes, sums, prunings, lease) that is
 * written while the next wave is under way; a crash can repeat only waves that were not written, and their copies
 * replace the first on the phone. A `probe` sends one message and gives the chunk back. False: nothing came of it.
 */
export const deliverChunk = async (deps: DeliveryDeps, chunk: ClaimedChunk, probe = false): Promise<boolean> => {
  const { push, pace, isTimeUncertain, stopping } = deps;
  const answered = async (): Promise<void> => (probe ? pace.isBack() : undefined);
  const orders = await followOrders(deps, chunk.notificationId);
  const visit = visitOf(deps, chunk, { orders, probe, answered });
  const ledger = openLedger(deps, chunk, { visit, orders });
  const send = sender(deps, chunk, { ledger, sendTo: push.prepare(orders.latest()), answered });
  const waveSize = probe || chunk.stalls >= STALLS_ONE_BY_ONE ? 1 : pace.waveSize;

  if (chunk.stalls >= STALLS_GIVE_UP) await ledger.giveUpNext();
  let left = visit.places(ledger.bytes);
  let turn: 'none' | 'ours' | 'tooFar' = 'none';
  let worked = false;
  let askedAll = false;
  try {
    for (;;) {
      const step = nextStep({
        isOurs: ledger.isOurs(),
        left,
        waveSize,
        unwritten: ledger.unwritten(),
        halted: stopping.aborted || turn === 'tooFar' || isTimeUncertain() || (!probe && pace.isClosed()),
        ordersAreOld: orders.areOld(),
        end: orders.end(),
        isPaused: orders.latest().state === 'paused',
        hasTurn: turn === 'ours',
      });
      switch (step.do) {
        case 'readOrders':
          await orders.readAgain();
          break;
        case 'flush':
          ledger.writeBehind();
          await ledger.written();
          break;
        case 'wait':
          ledger.writeBehind();
          turn = (await pace.turn(step.messages, stopping)) ? 'ours' : 'tooFar';
          break;
        case 'send':
          await send(step.places);
          left = left.slice(step.places.length);
          turn = 'none';
          worked = true;
          await ledger.written();
          break;
        case 'finish':
          ledger.finish(step.with);
          return true;
        case 'close':
          askedAll = left.length === 0;
          return worked;
        case 'leave':
          return true;
      }
    }
  } finally {
    await ledger.giveBack(askedAll);
  }
};
