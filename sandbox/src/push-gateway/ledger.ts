import { createOfflinePhones } from './offline-phones.ts';

/** Accepted messages of one key, with the number of sends per address. */
export type LedgerSummary = {
  key: string;
  /** Addresses that were accepted at least once. */
  devices: number;
  /** Accepted messages, copies included. */
  sends: number;
  /** Phones that show it, or will when they come online before it ends. */
  shown: number;
  /** The most notifications of this key that any one phone shows: copies with the same tag replace each other. */
  visibleAtMost: number;
  /** Addresses answered as unregistered. */
  dead: number;
  /** Messages that replace or remove it, copies included. `corrected` and `takenBack` count phones by the last such message. */
  changes: { correct: number; takeBack: number };
  corrected: number;
  takenBack: number;
  /** The most messages accepted within any second and any minute, measured in tenths of a second. */
  busiest: { second: number; minute: number };
};

/** Effect of a message on the phone: show it, or replace or remove the earlier message of its key. */
export type Action = 'show' | 'correct' | 'takeBack';
export type Accepted = { key: string; address: string; tag: string; ttlSeconds: number; action?: Action };
type Entry = {
  /** Number of sends by address. */
  sends: Map<string, number>;
  /** Tag of the first copy; null before one was accepted. */
  tag: string | null;
  /** Further tags by address, if copies had different ones. Phones show a notification for each tag. */
  otherTags: Map<string, Set<string>>;
  dead: Set<string>;
  changes: Record<Exclude<Action, 'show'>, number>;
  /** Last action by address, for phones that got a correction or removal. */
  last: Map<string, Action>;
  /** Messages by tenth of a second. */
  tenths: Map<number, number>;
};

const emptyEntry = (): Entry => ({
  sends: new Map(),
  tag: null,
  otherTags: new Map(),
  dead: new Set(),
  changes: { correct: 0, takeBack: 0 },
  last: new Map(),
  tenths: new Map(),
});

const busiestSpan = (tenths: ReadonlyMap<number, number>, length: number): number => {
  const times = [...tenths.keys()].sort((a, b) => a - b);
  let [most, sum, from] = [0, 0, 0];
  for (const at of times) {
    sum += tenths.get(at) ?? 0;
    for (; (times[from] ?? at) <= at - length; from += 1) sum -= tenths.get(times[from] ?? 0) ?? 0;
    most = Math.max(most, sum);
  }
  return most;
};

/** Counts what phones show of one message. `missed` returns whether the message expired before the phone came online. */
const summed = (
  key: string,
  { sends, otherTags, dead, changes, last, tenths }: Entry,
  missed: (address: string) => boolean,
): LedgerSummary => {
  let total = 0;
  let shown = 0;
  let visibleAtMost = 0;
  for (const [address, count] of sends) {
    total += count;
    if (missed(address) || last.get(address) === 'takeBack') continue;
    shown += 1;
    visibleAtMost = Math.max(visibleAtMost, 1 + (otherTags.get(address)?.size ?? 0));
  }
  const busiest = { second: busiestSpan(tenths, 10), minute: busiestSpan(tenths, 600) };
  const countOf = (action: Action): number => [...last.values()].filter((one) => one === action).length;
  const changed = { changes, corrected: countOf('correct'), takenBack: countOf('takeBack') };
  return { key, devices: sends.size, sends: total, shown, visibleAtMost, dead: dead.size, ...changed, busiest };
};

/**
 * Models what phones show. A copy with the same tag replaces the first. For an offline phone only the last message of each key is stored,
 * until its time to live ends, even if that message is a removal.
 */
export const createLedger = (now: () => number = Date.now) => {
  const byKey = new Map<string, Entry>();
  const offlinePhones = createOfflinePhones(now);

  const entryOf = (key: string): Entry => {
    const existing = byKey.get(key);
    if (existing) return existing;
    const entry = emptyEntry();
    byKey.set(key, entry);
    return entry;
  };

  return {
    accept: ({ key, address, tag, ttlSeconds, action = 'show' }: Accepted): void => {
      const entry = entryOf(key);
      const tenth = Math.floor(now() / 100);
      entry.tenths.set(tenth, (entry.tenths.get(tenth) ?? 0) + 1);
      if (action === 'show') {
        entry.tag ??= tag;
        entry.sends.set(address, (entry.sends.get(address) ?? 0) + 1);
        if (tag !== entry.tag) entry.otherTags.set(address, (entry.otherTags.get(address) ?? new Set()).add(tag));
      } else entry.changes[action] += 1;
      // A late copy of the message itself is shown again, as a phone would.
      if (action !== 'show' || entry.last.has(address)) entry.last.set(address, action);
      offlinePhones.take(address, key, ttlSeconds);
    },
    refuse: (key: string, address: string): void => void entryOf(key).dead.add(address),
    setOffline: offlinePhones.setOffline,
    summary: (key: string): LedgerSummary => summed(key, entryOf(key), (address) => offlinePhones.missed(address, key)),
    addresses: (key: string): string[] => [...entryOf(key).sends.keys()],
    clear: (): void => byKey.clear(),
  };
};
export type Ledger = ReturnType<typeof createLedger>;
