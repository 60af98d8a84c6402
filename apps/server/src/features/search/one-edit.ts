/** Returns whether `a` becomes `b` by at most one insertion, deletion, substitution or transposition of letters (EDIT-04). */
export const isOneEditAway = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const restOf = (text: string, from: number): string => text.slice(from);
  if (short.length < long.length) return restOf(short, at) === restOf(long, at + 1);
  if (restOf(short, at + 1) === restOf(long, at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && restOf(short, at + 2) === restOf(long, at + 2);
};

/** Returns every text that is one insertion, deletion, substitution or transposition away. New letters are those of `letters`. */
export const neighboursOf = (text: string, letters: readonly string[]): Set<string> => {
  const texts = new Set<string>();
  for (let at = 0; at <= text.length; at += 1) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    texts.add(head + tail.slice(1));
    texts.add(head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2));
    for (const letter of letters) {
      texts.add(head + letter + tail);
      if (tail !== '') texts.add(head + letter + tail.slice(1));
    }
  }
  return texts;
};
