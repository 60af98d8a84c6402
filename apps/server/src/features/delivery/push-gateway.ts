import type { PushMessage } from '@endcap/contract/notifications';
import type { pushKinds } from '@endcap/contract/devices';

export type PushAddress = { kind: (typeof pushKinds)[number]; value: string };

/** What became of one message at the push service. */
export type PushOutcome =
  | { is: 'accepted'; messageId: string }
  /** The address will never work again. */
  | { is: 'deadAddress' }
  /** Nothing is wrong with the message: try again. Unless the push service refused it, nobody knows whether it arrived. */
  | { is: 'transient'; isRefused?: true; afterMs?: number }
  /** We send too fast: slow down, and try again not before `afterMs`. */
  | { is: 'throttled'; afterMs: number }
  /** Phones of one platform cannot be reached, others can. */
  | { is: 'refused'; reason: 'credential' }
  /** Refused, for a reason that concerns this address or every message that we send: others decide which. */
  | { is: 'stop'; reason: 'payload' | 'credential' /** The push service's own words. */; error: string };

/** A push service, in our words; one adapter each. */
export type Send = (address: PushAddress) => Promise<PushOutcome>;
export type PushGateway = {
  /** What is limited and breaks together: the account at the push service. */
  project: string;
  /** Prepares what all copies share; the returned function sends to one address and never throws. */
  prepare: (message: PushMessage) => Send;
  /** The same up to the last step: the push service judges key, message and address, and delivers nothing. */
  rehearse: (message: PushMessage) => Send;
  /** How many messages are worth having under way at once, as replies take so long as they do. */
  breadth: () => number;
  /** Whether the push service refuses our key; rejects where it does not answer. Asked often, it asks the service once a minute at most. */
  isKeyRefused: () => Promise<boolean>;
  close: () => Promise<void>;
};
