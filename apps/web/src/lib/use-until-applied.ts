import { useState } from 'react';

/** What is typed, until it means something; what was applied from elsewhere takes its place. */
export const useUntilApplied = (applied: string) => {
  const [typed, setTyped] = useState({ of: applied, text: applied });
  if (typed.of !== applied) setTyped({ of: applied, text: applied });
  return [typed.text, (text: string): void => setTyped((before) => ({ ...before, text }))] as const;
};
