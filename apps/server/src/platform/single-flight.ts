/**
 * Single-flight: concurrent callers with the same key share one result. A shared call begins after all its callers have asked, so that none
 * gets a result that is older than its request. While no call is running, a caller starts one at once.
 */
export const singleFlight = <V>() => {
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
