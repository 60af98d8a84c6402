/** Prints the output of parallel parts one after the other: that of the first unfinished one at once, the others wait. */
export const inTurn = <Name extends string>(names: readonly Name[], out: { write: (text: Buffer) => unknown }) => {
  const waiting = new Map<Name, Buffer[]>(names.map((name) => [name, []]));
  const ended = new Set<Name>();
  const flush = (): void => {
    for (const [name, texts] of waiting) {
      for (const text of texts.splice(0)) out.write(text);
      if (!ended.has(name)) return;
      waiting.delete(name);
    }
  };
  return {
    print: (name: Name) => (text: Buffer) => {
      waiting.get(name)?.push(text);
      flush();
    },
    end: (name: Name): void => {
      ended.add(name);
      flush();
    },
  };
};
