import type { FailedBy, OutcomeReason } from '../delivery.tables.ts';
import { ACCEPTED, byteOf, mayBeSent } from '../outcome.ts';

/** A message left for the device, but its outcome is unknown: the worker died before writing it, or got no answer. */
export const MAY_HAVE_IT = 1;
/** A device accepted a text that was corrected afterwards. */
export const HAS_FORMER_TEXT = 2;

type StoredMarks = { outcomes: Uint8Array; marks: Uint8Array | null; textVersion: number | null; stalls: number };

const add = (flags: Uint8Array, index: number, flag: number): void => void (flags[index] = (flags[index] ?? 0) | flag);

/**
 * Returns the flags of a chunk's devices, one byte each, at the start of a session that sends the text `current`. If the last owner did not
 * release the chunk, its messages may have left for any open device.
 */
export const marksAt = ({ outcomes, marks, textVersion, stalls }: StoredMarks, current: number | null): Uint8Array => {
  const flags = new Uint8Array(outcomes.length);
  flags.set(marks ?? []);
  for (const [index, byte] of outcomes.entries()) {
    if (byte === ACCEPTED && textVersion !== current) add(flags, index, HAS_FORMER_TEXT);
    if (stalls > 0 && mayBeSent(byte)) add(flags, index, MAY_HAVE_IT);
  }
  return flags;
};

/** Marks devices whose message left without a conclusive answer. */
export const markUnanswered = (flags: Uint8Array, indexes: readonly number[]): void => {
  for (const index of indexes) add(flags, index, MAY_HAVE_IT);
};

/** Returns the flags to store; null if no device has one, as in most chunks. */
export const storedMarks = (flags: Uint8Array): Uint8Array | null => (flags.some((flag) => flag > 0) ? flags.slice() : null);

/** Reasons of devices that were not sent to. They are uncertain for a device that may have the message. */
const unsent = ['switchedOff', 'expired', 'cancelled'] as const satisfies readonly OutcomeReason[];
const unsentOf = new Map<number, OutcomeReason>(unsent.map((reason) => [byteOf(reason), reason]));

/** Counts the failed devices that may have the message, by recorded reason; null: none. */
export const unknownBy = (outcomes: Uint8Array, marks: Uint8Array | null): FailedBy | null => {
  const sums: FailedBy = {};
  for (const [index, flag] of (marks ?? []).entries()) {
    const reason = (flag & MAY_HAVE_IT) === 0 ? undefined : unsentOf.get(outcomes[index] ?? 0);
    if (reason) sums[reason] = (sums[reason] ?? 0) + 1;
  }
  return Object.keys(sums).length > 0 ? sums : null;
};
