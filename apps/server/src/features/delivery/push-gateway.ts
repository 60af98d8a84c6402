import type { PushMessage } from '@endcap/contract/notifications';
import type { pushKinds } from '@endcap/contract/devices';

export type PushAddress = { kind: (typeof pushKinds)[number]; value: string };

/** What became of one message at the push service. */
export type PushOutcome =
  | { is: 'accepted'; messageId: string }
  /** The address will never work again. */
  | { is: 'deadAddress' }
  /** Nothing is wrong with the message; try again, not before `afterMs` when it is given. */
  | { is: 'transient'; afterMs?: number }
  /** This one message cannot be sent, others can. */
  | { is: 'refused'; reason: 'payload' | 'credential' }
  /** No message of this kind can be sent: stop, and say why. */
  | { is: 'stop'; reason: 'payload' | 'credential'; error: string };

/** A push service, in our words; one adapter each. */
export type PushGateway = {
  /** Prepares what all copies share; the returned function sends to one address and never throws. */
  prepare: (message: PushMessage) => (address: PushAddress) => Promise<PushOutcome>;
  close: () => Promise<void>;
};
