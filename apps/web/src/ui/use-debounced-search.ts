import { SEARCH_DEBOUNCE_MS } from '@endcap/contract/core';
import { useEffect, useState } from 'react';

/** A live search field: typing is shown at once and applied after 800 ms of rest (§9); a change from outside (Back, Clear) wins over what was typed. */
export const useDebouncedSearch = (applied: string, apply: (text: string) => void): [string, (text: string) => void] => {
  const [typed, setTyped] = useState(applied);
  const [known, setKnown] = useState(applied);
  /** Search applied by this field that has not come back as `applied` yet. The user may still be typing. */
  const [sent, setSent] = useState<string | null>(null);
  if (known !== applied) {
    setKnown(applied);
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
