import { SEARCH_DEBOUNCE_MS } from '@endcap/contract/core';
import { useEffect, useState } from 'react';

/** State of a live search field: input is applied after 800 ms without typing (§9). A change from outside (Back, Clear) replaces the input. */
export const useDebouncedSearch = (applied: string, apply: (text: string) => void): [string, (text: string) => void] => {
  const [typed, setTyped] = useState(applied);
  const [lastApplied, setLastApplied] = useState(applied);
  /** Search applied by this field that has not come back as `applied` yet. The user may still be typing. */
  const [sent, setSent] = useState<string | null>(null);
  if (lastApplied !== applied) {
    setLastApplied(applied);
    setSent(null);
    if (typed.trim() !== applied && sent !== applied) setTyped(applied);
  }
  useEffect(() => {
    if (typed.trim() === applied) return;
    const timer = setTimeout(() => {
      setSent(typed.trim());
      apply(typed.trim());
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, applied, apply]);
  return [typed, setTyped];
};
