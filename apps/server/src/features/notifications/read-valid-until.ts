import { fieldProblem } from '@endcap/contract/core';
import { readInstant } from '@endcap/contract/warsaw-time';

/** The instant that a day or an instant with zone means; 422 for anything else. */
export const readValidUntil = (text: string): string => {
  const instant = readInstant(text);
  if (instant === null) throw fieldProblem('validUntil', 'notDate');
  return instant;
};
