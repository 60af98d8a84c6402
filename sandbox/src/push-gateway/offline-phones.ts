/** Number of keys whose messages FCM stores for an offline phone. FCM does not specify which one a further key evicts. */
const KEYS_STORED = 4;

/** Messages stored for offline phones: the last one of each key, until its time to live ends. */
export const createOfflinePhones = (now: () => number) => {
  const offline = new Set<string>();
  /** Expiry of the stored message by address and key, in milliseconds. */
  const stored = new Map<string, Map<string, number>>();

  const messagesOf = (address: string): Map<string, number> => {
    const messages = stored.get(address) ?? new Map<string, number>();
    stored.set(address, messages);
    return messages;
  };
  const store = (address: string, key: string, endsAt: number): void => {
    const messages = messagesOf(address);
    const waiting = [...messages].filter(([other, until]) => other !== key && until > now());
    const [oldest] = waiting;
    if (oldest && waiting.length >= KEYS_STORED) messages.set(oldest[0], now());
    // The latest last.
    messages.delete(key);
    messages.set(key, endsAt);
  };

  return {
    /** Stores an accepted message if the phone is offline. An online phone gets it at once. */
    take: (address: string, key: string, ttlSeconds: number): void => {
      if (offline.has(address)) store(address, key, now() + ttlSeconds * 1000);
    },
    /** Returns whether the message of a key expired before the phone came online. */
    missed: (address: string, key: string): boolean => {
      if (stored.size === 0) return false;
      const endsAt = stored.get(address)?.get(key);
      return endsAt !== undefined && endsAt <= now();
    },
    /** Switches phones offline or online. A phone that comes online shows its stored messages; expired ones are never shown. */
    setOffline: (addresses: readonly string[], isOffline: boolean): void => {
      for (const address of addresses) {
        if (isOffline) offline.add(address);
        else {
          offline.delete(address);
          for (const [key, endsAt] of stored.get(address) ?? []) if (endsAt > now()) stored.get(address)?.delete(key);
        }
      }
    },
  };
};
