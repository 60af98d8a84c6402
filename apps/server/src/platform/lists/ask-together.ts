/**
 * Lets those who ask the same while it is being answered share one answer. It is begun after everybody whom it answers has asked, so nobody
 * gets one that is older than the question; who asks at a quiet moment waits for nobody.
 */
export const askTogether = <V>() => {
  const underWay = new Map<string, { now: Promise<V>; next: Promise<V> | undefined }>();

  const begin = (key: string, ask: () => Promise<V>): Promise<V> => {
    const held: { now: Promise<V>; next: Promise<V> | undefined } = { now: ask(), next: undefined };
    underWay.set(key, held);
    const end = (): void => void (held.next === undefined && underWay.delete(key));
    held.now.then(end, end);
    return held.now;
  };
  return (key: string, ask: () => Promise<V>): Promise<V> => {
    const held = underWay.get(key);
    if (!held) return begin(key, ask);
    const again = (): Promise<V> => begin(key, ask);
    held.next ??= held.now.then(again, again);
    return held.next;
  };
};
