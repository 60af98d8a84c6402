import type { Cause } from '../../platform/tracing/cause.ts';
import type { Part, Tracing } from '../../platform/tracing/tracing.ts';
import type { Call } from './call-workers.repository.ts';

/** Sends whose cause is kept in mind; there are never as many open. */
const KEPT = 500;
/** Of the waves of a send so many are told one by one, then one in so many: a million phones are ten thousand waves. */
const [FIRST, ONE_IN] = [20, 100];

const callIn = (said: string | undefined): Call | null => {
  try {
    const call: unknown = JSON.parse(said ?? '');
    return typeof call === 'object' && call !== null && 'notificationId' in call ? (call as Call) : null;
  } catch {
    // Somebody's own hint, or one of a version that told nothing.
    return null;
  }
};

type Known = { call: Partial<Call>; waves: number };
export type CausesOfSends = ReturnType<typeof causesOfSends>;

/** Which requests are the cause of sends, as far as this worker was told, and the part that its waves are of their traces (OPS-02). */
export const causesOfSends = (tracing?: Tracing) => {
  const sends = new Map<string, Known>();
  const known = (notificationId: string): Known => {
    const found = sends.get(notificationId) ?? { call: {}, waves: 0 };
    sends.set(notificationId, found);
    const oldest = sends.size > KEPT ? sends.keys().next().value : undefined;
    if (oldest !== undefined) sends.delete(oldest);
    return found;
  };
  const partOf = (notificationId: string, messages: number): Part | null => {
    const send = known(notificationId);
    send.waves += 1;
    if (!tracing || (send.waves > FIRST && send.waves % ONE_IN !== 0)) return null;
    const facts = { 'endcap.notification.id': notificationId, 'messaging.batch.message_count': messages };
    return tracing.begin({ name: 'push wave', kind: 'producer', facts, from: send.call.trace });
  };
  return {
    /** Takes in what was said to workers; returns the send and its cause when it tells of them. */
    hear: (said: string | undefined): Call | null => {
      const call = callIn(said);
      // What a worker says to others by itself has no request.
      if (call?.requestId === undefined) return null;
      known(call.notificationId).call = call;
      return call;
    },
    requestIdOf: (notificationId: string): string | undefined => sends.get(notificationId)?.call.requestId,
    /** For what a wave is sent. */
    ofWave: (notificationId: string, messages: number): Cause => ({
      requestId: sends.get(notificationId)?.call.requestId,
      part: partOf(notificationId, messages),
    }),
  };
};
