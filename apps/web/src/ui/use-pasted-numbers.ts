import { useEffect, useEffectEvent, useState } from 'react';
import { choosePasted, type Pasted, pastedNumbers } from './pasted-numbers.ts';
import type { PickItem, PickState } from './pick-item.ts';

type Picking = {
  items: readonly PickItem[];
  state: PickState;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Accepts pasted lists of numbers. */
  numbered: boolean;
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]));

/** Chooses the items of a pasted list of numbers once they have loaded. `paste` returns false for other text; `pasted`: the last result. */
export const usePastedNumbers = ({ items, state, value, onChange, numbered }: Picking) => {
  const [report, setReport] = useState<{ pasted: Pasted; left: readonly string[] } | null>(null);
  /** Numbers that were pasted before the items had loaded. */
  const [early, setEarly] = useState<string | null>(null);
  // The report belongs to the choice after the paste; any other change of the choice, here or from outside, removes it (D14a).
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
    // oxlint-disable-next-line react/set-state-in-effect -- no event reports that the stores have loaded
    if (state === 'ready') takeEarly();
  }, [state]);
  return { pasted: report?.pasted ?? null, paste };
};
