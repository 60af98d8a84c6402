import type { RecentSend, SampledPhone } from '../delivery/index.ts';

export type Pushes = { today: number; week: number };

type Sent = { id: number; isToday: boolean };
const add = (to: Map<string, Sent[]>, storeId: string, sent: Sent): void => {
  const known = to.get(storeId);
  if (known) known.push(sent);
  else to.set(storeId, [sent]);
};

/**
 * Whom sends reached, by store, so that it is known of a phone without asking the database how many pushes it was to get: those to everyone,
 * those of a store's own that it subscribes to, and each that chose one of its stores, once. `todayFrom` in seconds since 1970.
 */
export const pushesByRule = (sends: readonly RecentSend[], todayFrom: number) => {
  const everyone: Pushes = { today: 0, week: 0 };
  const ofSubscribers = new Map<string, Sent[]>();
  const ofStores = new Map<string, Sent[]>();
  for (const [id, [at, isEveryone, storeIds, subscribedStoreId]] of sends.entries()) {
    const sent = { id, isToday: at >= todayFrom };
    if (isEveryone) {
      everyone.week += 1;
      if (sent.isToday) everyone.today += 1;
    } else if (subscribedStoreId === null) for (const storeId of storeIds) add(ofStores, storeId, sent);
    else add(ofSubscribers, subscribedStoreId, sent);
  }
  return ({ mainStoreId, subscribed }: SampledPhone): Pushes => {
    const got = new Map<number, boolean>();
    for (const storeId of subscribed) for (const { id, isToday } of ofSubscribers.get(storeId) ?? []) got.set(id, isToday);
    const theirs = mainStoreId === null ? subscribed : [mainStoreId, ...subscribed];
    for (const storeId of theirs) for (const { id, isToday } of ofStores.get(storeId) ?? []) got.set(id, isToday);
    const today = [...got.values()].filter(Boolean).length;
    return { today: everyone.today + today, week: everyone.week + got.size };
  };
};
