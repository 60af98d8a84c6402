/** Refusal of a command, with a sentence for the user. Nothing was changed. */
export class Refusal extends Error {}

/** Failure of a command after a part of its work. The sentence names the part that was done. */
export class HalfDone extends Error {}

/** The disk is full, the quota is used up, or the file has reached its size limit. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Rethrows an error, as a `Refusal` if there is no room left in `location`. */
export const throwNoRoom = (error: unknown, location: string): never => {
  throw NO_ROOM.has(codeOf(error)) ? new Refusal(`There is no room left in ${location}`) : error;
};

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
