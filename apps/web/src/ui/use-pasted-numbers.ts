import { useEffect, useEffectEvent, useState } from 'react';
import { choosePasted, type Pasted, pastedNumbers } from './pasted-numbers.ts';
import type { PickItem, PickState } from './pick-item.ts';

type Picking = {
  items: readonly PickItem[];
  state: PickState;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Whether lists of numbers may be pasted. */
  numbered: boolean;
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]));

/** Chooses what a pasted list of numbers names, once that is known; `paste` says whether the text was one, `pasted` what became of the last. */
export const usePastedNumbers = ({ items, state, value, onChange, numbered }: Picking) => {
  const [report, setReport] = useState<{ pasted: Pasted; left: readonly string[] } | null>(null);
  /** Numbers that were pasted before it was known what they name. */
  const [early, setEarly] = useState<string | null>(null);
  // It is about what the paste left: whatever changes the choice after it, here or from outside, takes it away (D14a).
  if (report && !isSame(report.left, value)) setReport(null);

  const paste = (text: string): boolean => {
    const numbers = numbered ? pastedNumbers(text) : null;
    if (!numbers) return false;
    if (state !== 'ready') {
      setEarly(text);
      return true;
    }
    const pasted = choosePasted(numbers, items, value);
    const left = [...value, ...pasted.added];
    if (pasted.added.length > 0) onChange(left);
    setReport({ pasted, left });
    return true;
  };
  const takeEarly = useEffectEvent((): void => {
    if (early !== null) paste(early);
    setEarly(null);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- that the stores came is told by no event
    if (state === 'ready') takeEarly();
  }, [state]);
  return { pasted: report?.pasted ?? null, paste };
};
