import { ACCEPTED } from './outcome.ts';

/** A device accepted a text that was corrected afterwards. */
export const HAS_FORMER_TEXT = 2;

type Noted = { outcomes: Uint8Array; marks: Uint8Array | null; textVersion: number | null };

/** The flags of a chunk's devices, one byte each, when a visit begins that hands over the text `current`. */
export const marksAt = ({ outcomes, marks, textVersion }: Noted, current: number | null): Uint8Array => {
  const flags = new Uint8Array(outcomes.length);
  flags.set(marks ?? []);
  for (const [place, byte] of outcomes.entries()) {
    if (byte === ACCEPTED && textVersion !== current) flags[place] = (flags[place] ?? 0) | HAS_FORMER_TEXT;
  }
  return flags;
};

/** What is stored of them: nothing where no device has a flag, as in nearly every chunk. */
export const storedMarks = (flags: Uint8Array): Uint8Array | null => (flags.some((flag) => flag > 0) ? flags.slice() : null);
