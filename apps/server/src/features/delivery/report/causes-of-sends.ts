import type { Cause } from '../../../platform/tracing/cause.ts';
import type { Part, Tracing } from '../../../platform/tracing/tracing.ts';
import type { Call } from '../accept/call-workers.repository.ts';

/** Sends whose cause is cached; there are never as many open. */
const MAX_SENDS = 500;
/** The first waves of a send get a span each, later only every ONE_IN-th wave: a million phones are ten thousand waves. */
const [FIRST, ONE_IN] = [20, 100];

const parseCall = (payload: string | undefined): Call | null => {
  try {
    const call: unknown = JSON.parse(payload ?? '');
    return typeof call === 'object' && call !== null && 'notificationId' in call ? (call as Call) : null;
  } catch {
    // A `NOTIFY` sent by hand, or by a version that sent no cause.
    return null;
  }
};

type CachedSend = { call: Partial<Call>; waves: number };
export type CausesOfSends = ReturnType<typeof causesOfSends>;

/** Caches the requests that caused sends, as far as this worker received them, and begins the spans of their waves (OPS-02). */
export const causesOfSends = (tracing?: Tracing) => {
  const sends = new Map<string, CachedSend>();
  const cachedSend = (notificationId: string): CachedSend => {
    const send = sends.get(notificationId) ?? { call: {}, waves: 0 };
    sends.set(notificationId, send);
    const oldest = sends.size > MAX_SENDS ? sends.keys().next().value : undefined;
    if (oldest !== undefined) sends.delete(oldest);
    return send;
  };
  const partOf = (notificationId: string, messages: number): Part | null => {
    const send = cachedSend(notificationId);
    send.waves += 1;
    if (!tracing || (send.waves > FIRST && send.waves % ONE_IN !== 0)) return null;
    const facts = { 'endcap.notification.id': notificationId, 'messaging.batch.message_count': messages };
    return tracing.begin({ name: 'push wave', kind: 'producer', facts, from: send.call.trace });
  };
  return {
    /** Records a message to workers; returns the send and its cause if the message has them. */
    record: (payload: string | undefined): Call | null => {
      const call = parseCall(payload);
      // A `NOTIFY` that a worker sends on its own has no request.
      if (call?.requestId === undefined) return null;
      cachedSend(call.notificationId).call = call;
      return call;
    },
    requestIdOf: (notificationId: string): string | undefined => sends.get(notificationId)?.call.requestId,
    /** Returns the request that a wave belongs to, and begins the span of the wave. */
    ofWave: (notificationId: string, messages: number): Cause => ({
      requestId: sends.get(notificationId)?.call.requestId,
      part: partOf(notificationId, messages),
    }),
  };
};
