import { sendingError } from '@endcap/contract/notifications';
import type { Checkpoint } from './chunk.repository.ts';
import { ACCEPTED, byteOf, suspended, nextTryByte, triesOf } from '../outcome.ts';
import type { WaveResult } from './pace.ts';
import type { PushAddress, PushOutcome } from '../push-gateway.ts';
import type { WaveAnswers } from './safety-brake.ts';

/** A device of a wave: its index in the chunk, its number, and its address. */
export type Target = { index: number; seq: number; address: PushAddress };
export type Wave = WaveAnswers &
  WaveResult & {
    pruned: Checkpoint['dead'];
    /** Messages refused because of the key that FCM has for one platform (APNs, Web Push). */
    platformKeyRefused: number;
    messageId: string | null;
    /** Indexes of devices whose message left without a conclusive answer. */
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
  answers: readonly PromiseSettledResult<PushOutcome>[],
): Wave => {
  const wave: Wave = {
    sent: targets.length,
    accepted: 0,
    dead: 0,
    refused: 0,
    platformKeyRefused: 0,
    transient: 0,
    throttled: 0,
    retryAfterMs: 0,
    pruned: [],
    messageId: null,
    unanswered: [],
    refusal: null,
    broken: null,
  };
  for (const [at, { index, seq, address }] of targets.entries()) {
    const before = bytes[index] ?? 0;
    const answer = answers[at];
    if (answer?.status !== 'fulfilled') {
      bytes[index] = triesOf(before) + 1 >= BROKEN_TRIES ? byteOf('internal') : nextTryByte(before);
      wave.broken ??= answer?.reason;
      wave.unanswered.push(index);
      continue;
    }
    const outcome = answer.value;
    switch (outcome.is) {
      case 'accepted':
        bytes[index] = ACCEPTED;
        wave.accepted += 1;
        wave.messageId ??= outcome.messageId;
        break;
      case 'deadAddress':
        bytes[index] = byteOf('deadToken');
        wave.dead += 1;
        wave.pruned.push({ seq, value: address.value });
        break;
      case 'transient':
        bytes[index] = nextTryByte(before);
        wave.transient += 1;
        if (!outcome.isRefused) wave.unanswered.push(index);
        wave.retryAfterMs = Math.max(wave.retryAfterMs, outcome.afterMs ?? 0);
        break;
      case 'throttled':
        bytes[index] = nextTryByte(before);
        wave.throttled += 1;
        wave.retryAfterMs = Math.max(wave.retryAfterMs, outcome.afterMs);
        break;
      case 'refused':
        bytes[index] = byteOf(outcome.reason);
        wave.platformKeyRefused += 1;
        break;
      case 'stop':
        bytes[index] = suspended(outcome.reason);
        wave.refused += 1;
        wave.refusal ??= sendingError(outcome.reason, outcome.error);
        break;
    }
  }
  return wave;
};
