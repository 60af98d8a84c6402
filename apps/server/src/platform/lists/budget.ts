type Entry = { owner: string; bytes: number; drop: () => void };

/** Shares a number of bytes among owners. When it is exceeded, the owner with the most bytes loses its least recently used entries. */
export const createBudget = (mostBytes: number) => {
  /** The least recently used first. */
  const entries = new Map<object, Entry>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  const weigh = (owner: string, bytes: number): void => {
    total += bytes;
    const left = (bytesOf.get(owner) ?? 0) + bytes;
    if (left > 0) bytesOf.set(owner, left);
    else bytesOf.delete(owner);
  };
  const forget = (entry: object): void => {
    const cached = entries.get(entry);
    if (!cached) return;
    entries.delete(entry);
    weigh(cached.owner, -cached.bytes);
  };
  const makeRoom = (): void => {
    while (total > mostBytes) {
      const [greediest] = [...bytesOf].reduce((most, one) => (one[1] > most[1] ? one : most));
      for (const [entry, { owner, drop }] of entries) {
        if (owner !== greediest) continue;
        forget(entry);
        drop();
        break;
      }
    }
  };

  return {
    bytes: (): number => total,
    /** `drop` is called when the entry is evicted. */
    add: (entry: object, one: Entry): void => {
      entries.set(entry, one);
      weigh(one.owner, one.bytes);
      makeRoom();
    },
    use: (entry: object): void => {
      const cached = entries.get(entry);
      if (!cached) return;
      entries.delete(entry);
      entries.set(entry, cached);
    },
    forget,
  };
};
