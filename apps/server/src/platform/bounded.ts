/** Something that is kept, as long as it is: whoever uses it says so. */
export type Kept<V> = { readonly key: string; value: V; bytes: number; used: boolean; isKept: boolean };

/** What is worth keeping as long as there is room: up to `most` bytes. What nobody used since it was last looked at goes first. */
export const createBounded = <V>(most: number, forgotten: (value: V) => void = () => {}) => {
  const all = new Map<string, Kept<V>>();
  let total = 0;
  const forget = (one: Kept<V>): void => {
    if (!one.isKept) return;
    all.delete(one.key);
    one.isKept = false;
    total -= one.bytes;
    forgotten(one.value);
  };
  const makeRoom = (): void => {
    for (const one of all.values()) {
      if (total <= most) return;
      if (one.used) {
        // Another round.
        one.used = false;
        all.delete(one.key);
        all.set(one.key, one);
      } else forget(one);
    }
  };
  return {
    get: (key: string): Kept<V> | undefined => all.get(key),
    set: (key: string, value: V, bytes: number): Kept<V> => {
      const before = all.get(key);
      if (before) forget(before);
      const one: Kept<V> = { key, value, bytes, used: false, isKept: true };
      all.set(key, one);
      total += bytes;
      makeRoom();
      return one;
    },
    /** It weighs something else now. */
    weigh: (one: Kept<V>, bytes: number): void => {
      if (!one.isKept) return;
      total += bytes - one.bytes;
      one.bytes = bytes;
      makeRoom();
    },
    /** It is not worth keeping any more. */
    forget,
    /** None of it is. */
    forgetAll: (): void => {
      for (const one of all.values()) forget(one);
    },
    bytes: (): number => total,
  };
};
