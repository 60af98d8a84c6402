import { keysOf } from '@endcap/contract/core';
import type { FailedBy, OutcomeReason } from './delivery.tables.ts';

/**
 * One byte per device, stored forever: new reasons may get new bytes, but existing bytes never change. 0 is untouched; 126 and 127 are
 * suspended; 128 and above is still open after (byte - 127) tries.
 */
const failureBytes = {
  deadToken: 2,
  switchedOff: 3,
  expired: 4,
  payload: 5,
  credential: 6,
  stopped: 7,
  cancelled: 8,
  internal: 9,
  refused: 10,
} as const satisfies Record<OutcomeReason, number>;
export const UNTOUCHED = 0;
export const ACCEPTED = 1;
/** Lowest byte of a device that was tried and will be tried again. */
export const FIRST_RETRY = 128;
const LAST_RETRY = 255;
/** Bytes from `ACCEPTED` up to this one are final outcomes. */
export const LAST_SETTLED = 125;
/** Refused, while it is unknown whether the address or our request is at fault: open, but not sent to again. */
const suspendedBytes = { payload: 126, credential: 127 } as const;
export type RefusalReason = keyof typeof suspendedBytes;

const reasonOf = new Map<number, OutcomeReason>(keysOf(failureBytes).map((reason) => [failureBytes[reason], reason]));

export const byteOf = (reason: OutcomeReason): number => failureBytes[reason];
export const suspended = (reason: RefusalReason): number => suspendedBytes[reason];
export const isSuspended = (byte: number): boolean => byte === suspendedBytes.payload || byte === suspendedBytes.credential;
export const isOpen = (byte: number): boolean => byte === 0 || byte >= FIRST_RETRY || isSuspended(byte);
export const mayBeSent = (byte: number): boolean => byte === 0 || byte >= FIRST_RETRY;
export const triesOf = (byte: number): number => (byte >= FIRST_RETRY ? byte - FIRST_RETRY + 1 : 0);
export const indexesWhere = (bytes: Uint8Array, matches: (byte: number) => boolean): number[] =>
  Array.from(bytes.keys()).filter((index) => matches(bytes[index] ?? 0));
/** Returns the byte of a device after a failed try that is to be repeated. */
export const nextTryByte = (byte: number): number => (byte === 0 ? FIRST_RETRY : Math.min(LAST_RETRY, byte + 1));

/** The cause of refusals: the addresses, our message or key, or unknown. */
export type Fault = 'address' | 'ours' | 'unknown';

/** Returns the final outcome of a suspended device, given the cause of its refusal. */
export const settle = (byte: number, fault: Fault): number => {
  if (!isSuspended(byte)) return byte;
  if (fault === 'unknown') return FIRST_RETRY;
  return fault === 'address' ? byteOf('refused') : byteOf(byte === suspendedBytes.payload ? 'payload' : 'credential');
};

export type Tally = { pending: number; successful: number; failed: number; failedBy: FailedBy };

/** Sums of a chunk, counted from its bytes: they cannot drift apart. */
export const tally = (outcomes: Uint8Array): Tally => {
  const sums: Tally = { pending: 0, successful: 0, failed: 0, failedBy: {} };
  for (const byte of outcomes) {
    const reason = reasonOf.get(byte);
    if (isOpen(byte)) sums.pending += 1;
    else if (byte === ACCEPTED) sums.successful += 1;
    else if (reason) {
      sums.failed += 1;
      sums.failedBy[reason] = (sums.failedBy[reason] ?? 0) + 1;
    }
  }
  return sums;
};

const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 600_000;

/** 10 s × 2ⁿ with full jitter, at most 10 min, never before the time that the push service requested. `random` is in 0..1. */
export const retryDelayMs = (tries: number, retryAfterMs: number, random: number): number =>
  Math.max(retryAfterMs, random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, tries - 1)));
