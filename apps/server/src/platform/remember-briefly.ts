/** Shares one answer per key among callers within `ms`: five hundred open tabs ask the database once a second, not 500 times. */
export const rememberBriefly = <T>(ms: number, load: (key: string) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return {
    read: (key: string): Promise<T> => {
      const shared = known.get(key);
      if (shared) return shared;
      const answer = load(key);
      known.set(key, answer);
      setTimeout(() => known.get(key) === answer && known.delete(key), ms).unref();
      answer.catch(() => known.delete(key));
      return answer;
    },
    /** The next reader gets a new answer; given one that proved old, unless somebody else has asked for a newer one meanwhile. */
    forget: (key: string, old?: Promise<T>): void => {
      if (old === undefined || known.get(key) === old) known.delete(key);
    },
  };
};
