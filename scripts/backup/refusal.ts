/** What is not done, in a sentence for whoever asked; nothing was changed. */
export class Refusal extends Error {}

/** The same where something was done, and the sentence says what. */
export class HalfDone extends Error {}

/** A disk that is full, an account's share of it, or a file that may not become larger. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Throws on, as a sentence where the cause is a place that is full. */
export const sayNoRoom = (error: unknown, place: string): never => {
  throw NO_ROOM.has(codeOf(error)) ? new Refusal(`There is no room left in ${place}`) : error;
};

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
