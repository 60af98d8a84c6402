import { useState } from 'react';
import { sameValue } from '../lib/same-value.ts';

/** The earlier one of equal values, so that nothing is drawn for another that says the same. */
export const useSame = <T>(value: T): T => {
  const [kept, setKept] = useState(value);
  if (sameValue(kept, value)) return kept;
  setKept(value);
  return value;
};
