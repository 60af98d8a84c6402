import type { FailedBy, OutcomeReason } from './delivery.tables.ts';
import { ACCEPTED, byteOf, mayBeSent } from './outcome.ts';

/** A message left for the device and nobody knows whether it arrived: its worker ended before it wrote the outcome, or no answer came. */
export const MAY_HAVE_IT = 1;
/** A device accepted a text that was corrected afterwards. */
export const HAS_FORMER_TEXT = 2;

type Noted = { outcomes: Uint8Array; marks: Uint8Array | null; textVersion: number | null; stalls: number };

const add = (flags: Uint8Array, place: number, flag: number): void => void (flags[place] = (flags[place] ?? 0) | flag);

/**
 * The flags of a chunk's devices, one byte each, when a visit begins that hands over the text `current`. Where the last owner did not give the chunk
 * back, its messages may have left for any device that is open.
 */
export const marksAt = ({ outcomes, marks, textVersion, stalls }: Noted, current: number | null): Uint8Array => {
  const flags = new Uint8Array(outcomes.length);
  flags.set(marks ?? []);
  for (const [place, byte] of outcomes.entries()) {
    if (byte === ACCEPTED && textVersion !== current) add(flags, place, HAS_FORMER_TEXT);
    if (stalls > 0 && mayBeSent(byte)) add(flags, place, MAY_HAVE_IT);
  }
  return flags;
};

/** Notes devices for which a message left without an answer that says what became of it. */
export const markUnanswered = (flags: Uint8Array, places: readonly number[]): void => {
  for (const place of places) add(flags, place, MAY_HAVE_IT);
};

/** What is stored of them: nothing where no device has a flag, as in nearly every chunk. */
export const storedMarks = (flags: Uint8Array): Uint8Array | null => (flags.some((flag) => flag > 0) ? flags.slice() : null);

/** They say that a device was not sent to, which nobody knows of one that may have the message. */
const unsent = ['switchedOff', 'expired', 'cancelled'] as const satisfies readonly OutcomeReason[];
const unsentOf = new Map<number, OutcomeReason>(unsent.map((reason) => [byteOf(reason), reason]));

/** How many of the failed devices may have the message, by the reason that they are counted under; null: none. */
export const unknownBy = (outcomes: Uint8Array, marks: Uint8Array | null): FailedBy | null => {
  const sums: FailedBy = {};
  for (const [place, flag] of (marks ?? []).entries()) {
    const reason = (flag & MAY_HAVE_IT) === 0 ? undefined : unsentOf.get(outcomes[place] ?? 0);
    if (reason) sums[reason] = (sums[reason] ?? 0) + 1;
  }
  return Object.keys(sums).length > 0 ? sums : null;
};
