/** A run of `*` or `_`: what it may do, what is left of it, and the marks that end and begin at it. */
export type Run = {
  sign: string;
  length: number;
  left: number;
  mayOpen: boolean;
  mayClose: boolean;
  closes: Mark[];
  opens: Mark[];
};
export type Mark = 'strong' | 'em';
/** Number of steps, counted for tests. */
export type Work = { steps: number };

const WORDLIKE = /[\p{L}\p{N}]/u;
const isBlank = (sign: string): boolean => sign === '' || /\s/.test(sign);
/** Runs that are longer than bold and italic together stay plain text. */
const LONGEST = 3;

/** A run between two signs; empty is the edge of the text. Underscores inside a word are text. */
export const runOf = (run: string, before: string, after: string): Run => {
  const sign = run.charAt(0);
  const inWord = (next: string): boolean => sign === '_' && WORDLIKE.test(next);
  const fits = run.length <= LONGEST;
  return {
    sign,
    length: run.length,
    left: run.length,
    mayOpen: fits && !isBlank(after) && !inWord(before),
    mayClose: fits && !isBlank(before) && !inWord(after),
    closes: [],
    opens: [],
  };
};

// CommonMark's rule of three: `*a**b*` is one mark round `a**b`.
const fit = (opener: Run, closer: Run): boolean =>
  opener.sign === closer.sign &&
  (!(opener.mayClose || closer.mayOpen) ||
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0));

/**
 * Joins runs into marks as CommonMark does. If the search for a partner of a run fails, later runs of its kind do not repeat it,
 * so that the work grows with the number of runs (M06).
 */
export const joinRuns = (runs: readonly Run[], work: Work): void => {
  const waiting: { run: Run; index: number }[] = [];
  const inVain = new Map<string, number>();
  for (const [index, run] of runs.entries()) {
    const kind = `${run.sign}${run.mayOpen}${run.length % 3}`;
    while (run.mayClose && run.left > 0) {
      let at = waiting.length - 1;
      const end = inVain.get(kind) ?? -1;
      for (let one = waiting[at]; one && one.index > end && !fit(one.run, run); one = waiting[(at -= 1)]) work.steps += 1;
      const opener = waiting[at];
      if (!opener || opener.index <= end) {
        inVain.set(kind, waiting.at(-1)?.index ?? -1);
        break;
      }
      const width = opener.run.left > 1 && run.left > 1 ? 2 : 1;
      const mark: Mark = width === 2 ? 'strong' : 'em';
      opener.run.opens.push(mark);
      run.closes.push(mark);
      opener.run.left -= width;
      run.left -= width;
      waiting.length = opener.run.left > 0 ? at + 1 : at;
      work.steps += 1;
    }
    if (run.mayOpen && run.left > 0) waiting.push({ run, index });
    work.steps += 1;
  }
};
