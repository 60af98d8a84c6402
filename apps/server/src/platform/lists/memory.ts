import { createBudget } from './budget.ts';

/** Key of a cached value: the query, the first caller that sent it, and the version that it depends on. */
export type CacheKey = {
  key: string;
  owner: string;
  /** Changes with every write that may matter. Read it before computing, so that the next caller detects a write in between. */
  version: number | string;
  at: number;
};
export type Computed<V> = {
  value: V;
  bytes: number;
  /** Time at which the value expires if nothing is written, milliseconds since 1970; null: never. */
  until: number | null;
};
type Entry<V> = Omit<CacheKey, 'key'> & { made: Promise<Computed<V>>; start: { hasBegun: boolean }; latest: V | undefined };
/** Computes a value; `begin` is called when the work leaves its queue and starts. */
type Make<V> = (begin: () => void) => Promise<Computed<V>>;
/** Overhead of an entry, in bytes. */
const ENTRY_BYTES = 400;

/**
 * Caches answers within a total number of bytes. When it is full, the owner with the most bytes loses its least recently used entries. So a
 * caller with ten thousand different queries evicts only their own answers.
 */
export const createMemory = (mostBytes: number) => {
  const budget = createBudget(mostBytes);
  return {
    bytes: budget.bytes,
    /**
     * A cache for answers of one kind. Each is computed once for all concurrent callers, until its version changes or it expires. With
     * `retainsLatest`, the previous answer stays until the next is ready and is not counted in the bytes; for small answers.
     */
    cache: <V>({ retainsLatest = false } = {}) => {
      const entries = new Map<string, Entry<V>>();
      const make = ({ key, ...rest }: CacheKey, work: Make<V>): Entry<V> => {
        const before = entries.get(key);
        if (before) budget.forget(before);
        const start = { hasBegun: false };
        const entry: Entry<V> = { ...rest, start, made: work(() => void (start.hasBegun = true)), latest: before?.latest };
        entries.set(key, entry);
        const drop = (): void => void (entries.get(key) === entry && entries.delete(key));
        entry.made.then(({ value, bytes: size }) => {
          if (retainsLatest) entry.latest = value;
          if (entries.get(key) !== entry) return;
          const bytes = size + key.length + ENTRY_BYTES;
          budget.add(entry, { owner: rest.owner, bytes, drop });
        }, drop);
        return entry;
      };
      // Never wait for a query that is still in another owner's queue.
      const mayServe = (entry: Entry<V>, { version, owner, at }: CacheKey): boolean =>
        entry.version === version && entry.at <= at && (entry.start.hasBegun || entry.owner === owner);
      const answer = async (query: CacheKey, work: Make<V>): Promise<V> => {
        let cached = entries.get(query.key);
        while (cached && mayServe(cached, query)) {
          const { value, until } = await cached.made;
          if (until === null || query.at < until) {
            budget.use(cached);
            return value;
          }
          // It has expired. Another caller that waited for it may already be computing the next one.
          const next = entries.get(query.key);
          if (next === cached) break;
          cached = next;
        }
        return (await make(query, work).made).value;
      };
      return Object.assign(answer, {
        /** Returns the last value, even if it is stale; undefined if none is cached. */
        latest: (key: string): V | undefined => entries.get(key)?.latest,
      });
    },
  };
};
export type Memory = ReturnType<typeof createMemory>;
