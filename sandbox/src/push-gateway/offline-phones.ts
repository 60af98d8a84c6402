/** FCM keeps messages of so many keys for a phone that is offline; which of them go for a further one is not promised. */
const KEYS_KEPT = 4;

/** What is kept for phones that are offline: of each key the last message, until its time to live ends. */
export const createOfflinePhones = (now: () => number) => {
  const offline = new Set<string>();
  /** Of offline phones: when the kept message ends, milliseconds. */
  const kept = new Map<string, Map<string, number>>();

  const keptFor = (address: string): Map<string, number> => {
    const messages = kept.get(address) ?? new Map<string, number>();
    kept.set(address, messages);
    return messages;
  };
  const keep = (address: string, key: string, endsAt: number): void => {
    const messages = keptFor(address);
    const waiting = [...messages].filter(([other, until]) => other !== key && until > now());
    const [oldest] = waiting;
    if (oldest && waiting.length >= KEYS_KEPT) messages.set(oldest[0], now());
    // The latest last.
    messages.delete(key);
    messages.set(key, endsAt);
  };

  return {
    /** A message was taken for a phone, which gets it at once where it is online. */
    take: (address: string, key: string, ttlSeconds: number): void => {
      if (offline.has(address)) keep(address, key, now() + ttlSeconds * 1000);
    },
    /** Whether the message of a key ended before the phone came online. */
    missed: (address: string, key: string): boolean => {
      if (kept.size === 0) return false;
      const endsAt = kept.get(address)?.get(key);
      return endsAt !== undefined && endsAt <= now();
    },
    /** Coming online shows what was kept and has not ended; what has ended is gone for good. */
    setOffline: (addresses: readonly string[], isOffline: boolean): void => {
      for (const address of addresses) {
        if (isOffline) offline.add(address);
        else {
          offline.delete(address);
          for (const [key, endsAt] of kept.get(address) ?? []) if (endsAt > now()) kept.get(address)?.delete(key);
        }
      }
    },
  };
};
