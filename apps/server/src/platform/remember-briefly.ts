/** Shares one answer per key among callers within `ms`: 500 open tabs cause one query per second, not 500. */
export const rememberBriefly = <T>(ms: number, load: (key: string) => Promise<T>) => {
  const cached = new Map<string, Promise<T>>();
  const forget = (key: string, old: Promise<T>): void => {
    if (cached.get(key) === old) cached.delete(key);
  };
  return {
    read: (key: string): Promise<T> => {
      const shared = cached.get(key);
      if (shared) return shared;
      const answer = load(key);
      cached.set(key, answer);
      setTimeout(forget, ms, key, answer).unref();
      answer.catch(() => forget(key, answer));
      return answer;
    },
    /** Evicts the answer of a key, so that the next caller loads it again. With `old`, only if that is still the cached answer. */
    forget: (key: string, old = cached.get(key)): void => {
      if (old) forget(key, old);
    },
  };
};
