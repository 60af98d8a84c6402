import { sendingError } from '@endcap/contract/notifications';
import type { Checkpoint } from './chunk.repository.ts';
import { ACCEPTED, byteOf, suspended, triedOnceMore, triesOf } from '../outcome.ts';
import type { WaveResult } from './pace.ts';
import type { PushAddress, PushOutcome } from '../push-gateway.ts';
import type { WaveAnswers } from './safety-brake.ts';

/** A device of a wave: its place in the chunk, its number, and its address. */
export type Target = { place: number; seq: number; address: PushAddress };
export type Wave = WaveAnswers &
  WaveResult & {
    pruned: Checkpoint['dead'];
    /** Messages refused because of the key that FCM has for one platform (APNs, Web Push). */
    platformKeyRefused: number;
    messageId: string | null;
    /** Places whose message left without a conclusive answer. */
    unanswered: number[];
    /** Reason of the first refusal, as a sentence. */
    refusal: string | null;
    broken: unknown;
  };

/** Failures of our own code over one device after which that device is given up (F11). */
const BROKEN_TRIES = 3;

/**
 * Writes the outcomes of a wave, in the order of its targets, into the chunk's bytes, and counts them for the pace and the brake.
 * An exception of the adapter is a defect of ours and counts only against its device.
 */
export const noteOutcomes = (
  bytes: Uint8Array,
  targets: readonly Target[],
  settled: readonly PromiseSettledResult<PushOutcome>[],
): Wave => {
  const wave: Wave = {
    sent: targets.length,
    accepted: 0,
    dead: 0,
    refused: 0,
    platformKeyRefused: 0,
    transient: 0,
    throttled: 0,
    askedMs: 0,
    pruned: [],
    messageId: null,
    unanswered: [],
    refusal: null,
    broken: null,
  };
  for (const [at, { place, seq, address }] of targets.entries()) {
    const before = bytes[place] ?? 0;
    const answer = settled[at];
    if (answer?.status !== 'fulfilled') {
      bytes[place] = triesOf(before) + 1 >= BROKEN_TRIES ? byteOf('internal') : triedOnceMore(before);
      wave.broken ??= answer?.reason;
      wave.unanswered.push(place);
      continue;
    }
    const outcome = answer.value;
    switch (outcome.is) {
      case 'accepted':
        bytes[place] = ACCEPTED;
        wave.accepted += 1;
        wave.messageId ??= outcome.messageId;
        break;
      case 'deadAddress':
        bytes[place] = byteOf('deadToken');
        wave.dead += 1;
        wave.pruned.push({ seq, value: address.value });
        break;
      case 'transient':
        bytes[place] = triedOnceMore(before);
        wave.transient += 1;
        if (!outcome.isRefused) wave.unanswered.push(place);
        wave.askedMs = Math.max(wave.askedMs, outcome.afterMs ?? 0);
        break;
      case 'throttled':
        bytes[place] = triedOnceMore(before);
        wave.throttled += 1;
        wave.askedMs = Math.max(wave.askedMs, outcome.afterMs);
        break;
      case 'refused':
        bytes[place] = byteOf(outcome.reason);
        wave.platformKeyRefused += 1;
        break;
      case 'stop':
        bytes[place] = suspended(outcome.reason);
        wave.refused += 1;
        wave.refusal ??= sendingError(outcome.reason, outcome.error);
        break;
    }
  }
  return wave;
};
