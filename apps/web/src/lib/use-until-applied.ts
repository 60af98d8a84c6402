import { useEffect, useState } from 'react';

type Typed = { of: string; text: string; ahead: readonly string[] };

/** Milliseconds to wait for input to be applied; after that it was reverted or ignored. */
const COMES_BACK_WITHIN_MS = 2_000;

/**
 * Retains the input of a field until it is valid and applied; a value applied from elsewhere replaces it. Input that is applied while the
 * person types on does not (`ahead`: inputs that may still be applied).
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
