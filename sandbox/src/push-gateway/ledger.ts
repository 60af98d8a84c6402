/** What the gateway took, per message key: how often each address was sent to. */
export type LedgerSummary = {
  key: string;
  /** Addresses that were accepted at least once. */
  devices: number;
  /** Accepted messages, copies included. */
  sends: number;
  /** The most notifications of this key that any one phone shows: copies with the same tag replace each other. */
  visibleAtMost: number;
  /** Addresses answered as unregistered. */
  dead: number;
};

type Entry = { accepted: Map<string, { sends: number; tags: Set<string> }>; dead: Set<string> };

export const createLedger = () => {
  const byKey = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const known = byKey.get(key);
    if (known) return known;
    const entry: Entry = { accepted: new Map(), dead: new Set() };
    byKey.set(key, entry);
    return entry;
  };
  return {
    accept: (key: string, address: string, tag: string): void => {
      const { accepted } = entryOf(key);
      const known = accepted.get(address);
      if (known) {
        known.sends += 1;
        known.tags.add(tag);
      } else accepted.set(address, { sends: 1, tags: new Set([tag]) });
    },
    refuse: (key: string, address: string): void => void entryOf(key).dead.add(address),
    summary: (key: string): LedgerSummary => {
      const { accepted, dead } = entryOf(key);
      let sends = 0;
      let visibleAtMost = 0;
      for (const phone of accepted.values()) {
        sends += phone.sends;
        visibleAtMost = Math.max(visibleAtMost, phone.tags.size);
      }
      return { key, devices: accepted.size, sends, visibleAtMost, dead: dead.size };
    },
    addresses: (key: string): string[] => [...entryOf(key).accepted.keys()],
    clear: (): void => byKey.clear(),
  };
};
