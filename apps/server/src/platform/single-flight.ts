/**
 * Single-flight: concurrent callers with the same key share one result. A shared call begins after the requests of all its callers, so
 * that none gets a result that is older than its request. While no call is running, a caller starts one at once.
 */
export const singleFlight = <V>() => {
  const underWay = new Map<string, { now: Promise<V>; next: Promise<V> | undefined }>();

  const begin = (key: string, ask: () => Promise<V>): Promise<V> => {
    const flight: { now: Promise<V>; next: Promise<V> | undefined } = { now: ask(), next: undefined };
    underWay.set(key, flight);
    const end = (): void => void (flight.next === undefined && underWay.delete(key));
    flight.now.then(end, end);
    return flight.now;
  };
  return (key: string, ask: () => Promise<V>): Promise<V> => {
    const flight = underWay.get(key);
    if (!flight) return begin(key, ask);
    const again = (): Promise<V> => begin(key, ask);
    flight.next ??= flight.now.then(again, again);
    return flight.next;
  };
};
