import { createBudget } from './budget.ts';

/** What is remembered: a question, whose it was first, and what its answer depends on. */
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
/** What an entry takes beside its value. */
const ENTRY_BYTES = 400;

/**
 * Remembers answers in so many bytes altogether. When they are full, whoever has most in it loses what they used least lately: who asks ten
 * thousand different questions pushes out their own answers and nobody else's.
 */
export const createMemory = (mostBytes: number) => {
  const budget = createBudget(mostBytes);
  return {
    bytes: budget.bytes,
    /**
     * Answers of one kind: each made once until its version changes or it is over, for all who ask meanwhile. `keepsLatest`: the one before
     * stays until there is another, beside the bytes; for small ones.
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
      // What still waits for somebody else's turn is not waited for.
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
          // It is over: somebody who waited for it as well may be making the next one already.
          const next = entries.get(asked.key);
          if (next === found) break;
          found = next;
        }
        return (await make(asked, work).made).value;
      };
      return Object.assign(answer, {
        /** What was answered last, whatever was written since; undefined where that is not remembered. */
        latest: (key: string): V | undefined => entries.get(key)?.latest,
      });
    },
  };
};
export type Memory = ReturnType<typeof createMemory>;
