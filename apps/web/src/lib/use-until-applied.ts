import { useEffect, useState } from 'react';

type Typed = { of: string; text: string; ahead: readonly string[] };

/** What does not come back within this has been taken back, or means nothing. */
const COMES_BACK_WITHIN_MS = 2_000;

/**
 * What is typed, until it means something; what was applied from elsewhere takes its place. What was typed here and comes back applied while
 * somebody types on does not (`ahead`: what may still come back).
 */
export const useUntilApplied = (applied: string) => {
  const [typed, setTyped] = useState<Typed>({ of: applied, text: applied, ahead: [] });
  if (typed.of !== applied) {
    const own = typed.ahead.lastIndexOf(applied);
    setTyped({ of: applied, text: own < 0 ? applied : typed.text, ahead: own < 0 ? [] : typed.ahead.slice(own + 1) });
  }
  const { ahead } = typed;
  useEffect(() => {
    if (ahead.length === 0) return;
    const timer = setTimeout(() => setTyped((before) => ({ ...before, ahead: [] })), COMES_BACK_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [ahead]);
  return [typed.text, (text: string): void => setTyped((before) => ({ ...before, text, ahead: [...before.ahead, text] }))] as const;
};
