import type { PushMessage } from '@endcap/contract/notifications';
import type { pushKinds } from '@endcap/contract/devices';

export type PushAddress = { kind: (typeof pushKinds)[number]; value: string };

/** The result of one message at the push service. */
export type PushOutcome =
  | { is: 'accepted'; messageId: string }
  /** The address will never work again. */
  | { is: 'deadAddress' }
  /** Nothing is wrong with the message: try again. Unless the push service refused it, the message may have arrived. */
  | { is: 'transient'; isRefused?: true; afterMs?: number }
  /** We send too fast: slow down, and try again not before `afterMs`. */
  | { is: 'throttled'; afterMs: number }
  /** Phones of one platform cannot be reached, others can. */
  | { is: 'refused'; reason: 'credential' }
  /** Refused, for a reason that concerns this address or every message that we send; the caller decides which. */
  | { is: 'stop'; reason: 'payload' | 'credential' /** The push service's own words. */; error: string };

/** A push service, in our words; one adapter each. */
export type Send = (address: PushAddress) => Promise<PushOutcome>;
export type PushGateway = {
  /** The account at the push service. Rate limit and breaker apply to it as a whole. */
  project: string;
  /** Prepares what all copies share; the returned function sends to one address and never throws. */
  prepare: (message: PushMessage) => Send;
  /** Like `prepare`, but the push service only validates key, message and address, and delivers nothing. */
  dryRun: (message: PushMessage) => Send;
  /** Returns the number of messages worth having in flight, given the current latency. */
  breadth: () => number;
  /** Returns true if the push service refuses our key; rejects if it does not answer. Calls the service at most once a minute. */
  isKeyRefused: () => Promise<boolean>;
  close: () => Promise<void>;
};
