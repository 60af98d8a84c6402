import { createBudget } from './budget.ts';

/** Key of a cached value: the query, the first caller that sent it, and the version that it depends on. */
export type Asked = {
  key: string;
  owner: string;
  /** Another one after every write that may matter; read before asking, so that a write in between is found by the next question. */
  version: number | string;
  at: number;
};
export type Made<V> = {
  value: V;
  bytes: number;
  /** Until when it holds if nothing is written, milliseconds since 1970; null: always. */
  until: number | null;
};
type Entry<V> = Omit<Asked, 'key'> & { made: Promise<Made<V>>; turn: { hasCome: boolean }; latest: V | undefined };
/** Makes an answer; `begin` is called once its turn has come. */
type Make<V> = (begin: () => void) => Promise<Made<V>>;
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
     * `keepsLatest`, the previous answer stays until the next is ready and is not counted in the bytes; for small answers.
     */
    shelf: <V>({ keepsLatest = false } = {}) => {
      const entries = new Map<string, Entry<V>>();
      const make = ({ key, ...asked }: Asked, work: Make<V>): Entry<V> => {
        const before = entries.get(key);
        if (before) budget.forget(before);
        const turn = { hasCome: false };
        const entry: Entry<V> = { ...asked, turn, made: work(() => void (turn.hasCome = true)), latest: before?.latest };
        entries.set(key, entry);
        const drop = (): void => void (entries.get(key) === entry && entries.delete(key));
        entry.made.then(({ value, bytes: size }) => {
          if (keepsLatest) entry.latest = value;
          if (entries.get(key) !== entry) return;
          const bytes = size + key.length + ENTRY_BYTES;
          budget.keep(entry, { owner: asked.owner, bytes, drop });
        }, drop);
        return entry;
      };
      // Never wait for a query that is still queued for another owner's turn.
      const mayServe = (entry: Entry<V>, { version, owner, at }: Asked): boolean =>
        entry.version === version && entry.at <= at && (entry.turn.hasCome || entry.owner === owner);
      const answer = async (asked: Asked, work: Make<V>): Promise<V> => {
        let found = entries.get(asked.key);
        while (found && mayServe(found, asked)) {
          const { value, until } = await found.made;
          if (until === null || asked.at < until) {
            budget.use(found);
            return value;
          }
          // It has expired. Another caller that waited for it may already be computing the next one.
          const next = entries.get(asked.key);
          if (next === found) break;
          found = next;
        }
        return (await make(asked, work).made).value;
      };
      return Object.assign(answer, {
        /** Returns the last value, even if it is stale; undefined if none is cached. */
        latest: (key: string): V | undefined => entries.get(key)?.latest,
      });
    },
  };
};
export type Memory = ReturnType<typeof createMemory>;
