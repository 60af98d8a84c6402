import { readSendingError } from '@endcap/contract/notifications';

/** `isFirst`: no group before it has this code, so that the next step is shown once. */
export type ErrorGroup = { error: string; count: number; isFirst: boolean };

/** Returns the code of a server error; an unknown sentence is its own code. */
export const codeOf = (error: string): string => readSendingError(error)?.code ?? error;

/** Groups equal errors with their count, most frequent first (D-4A, ux 7). */
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
