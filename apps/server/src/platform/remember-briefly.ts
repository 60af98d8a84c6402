/** Shares one answer per key among callers within `ms`: five hundred open tabs ask the database once a second, not 500 times. */
export const rememberBriefly = <T>(ms: number, load: (key: string) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  const forget = (key: string, old: Promise<T>): void => {
    if (known.get(key) === old) known.delete(key);
  };
  return {
    read: (key: string): Promise<T> => {
      const shared = known.get(key);
      if (shared) return shared;
      const answer = load(key);
      known.set(key, answer);
      setTimeout(forget, ms, key, answer).unref();
      answer.catch(() => forget(key, answer));
      return answer;
    },
    /** Evicts the answer of a key, so that the next caller loads it again. With `old`, only if that is still the cached answer. */
    forget: (key: string, old = known.get(key)): void => {
      if (old) forget(key, old);
    },
  };
};
