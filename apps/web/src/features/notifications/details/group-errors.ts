import { readSendingError } from '@endcap/contract/notifications';

/** `isFirst`: no group before it has this code, so that what to do about it is said once. */
export type ErrorGroup = { error: string; count: number; isFirst: boolean };

/** Returns the code of a server error; an unknown sentence is its own code. */
export const codeOf = (error: string): string => readSendingError(error)?.code ?? error;

/** Equal errors once, with their number; the commonest first (D-4A, ux 7). */
export const groupErrors = (errors: readonly string[]): ErrorGroup[] => {
  const counts = new Map<string, number>();
  for (const error of errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  const codes = new Set<string>();
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([error, count]) => {
      const isFirst = !codes.has(codeOf(error));
      codes.add(codeOf(error));
      return { error, count, isFirst };
    });
};
