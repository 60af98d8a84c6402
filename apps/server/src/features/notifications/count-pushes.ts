import { ATTENTION_DAYS } from '@endcap/contract/notifications';
import { startOfDayAhead } from '@endcap/contract/warsaw-time';
import type { RecentSend, SampledPhone } from '../delivery/index.ts';

/** Pushes on the day of a start, and in the seven days until it. Sends later that day do not count for the week. */
export type Pushes = { day: number; week: number };

type Sent = { id: number; isOfDay: boolean; isOfWeek: boolean };
const add = (to: Map<string, Sent[]>, storeId: string, sent: Sent): void => {
  const sends = to.get(storeId);
  if (sends) sends.push(sent);
  else to.set(storeId, [sent]);
};

/** Returns a function that decides whether a send, by its seconds since 1970, counts for the day and the week of a start. */
const countedBeside = (startsAt: Date): ((at: number) => Omit<Sent, 'id'>) => {
  const start = startsAt.getTime() / 1000;
  const weekAgo = start - ATTENTION_DAYS * 86_400;
  const [dayFrom = 0, dayUntil = 0] = [0, 1].map((days) => Date.parse(startOfDayAhead(startsAt, days)) / 1000);
  return (at) => ({ isOfDay: at >= dayFrom && at < dayUntil, isOfWeek: at > weekAgo && at <= start });
};

/**
 * Returns a function that counts the pushes of a phone around a start, without a database query. A phone gets the sends to everyone,
 * stores' own sends that it subscribes to, and, each once, the sends that selected one of its stores.
 */
export const pushesByRule = (sends: readonly RecentSend[], startsAt: Date) => {
  const countedOf = countedBeside(startsAt);
  const everyone: Pushes = { day: 0, week: 0 };
  const ofSubscribers = new Map<string, Sent[]>();
  const ofStores = new Map<string, Sent[]>();
  const count = (pushes: Pushes, { isOfDay, isOfWeek }: Omit<Sent, 'id'>): void => {
    if (isOfDay) pushes.day += 1;
    if (isOfWeek) pushes.week += 1;
  };
  for (const [id, [at, isEveryone, storeIds, subscribedStoreId]] of sends.entries()) {
    const sent = { id, ...countedOf(at) };
    if (!sent.isOfDay && !sent.isOfWeek) continue;
    if (isEveryone) count(everyone, sent);
    else if (subscribedStoreId === null) for (const storeId of storeIds) add(ofStores, storeId, sent);
    else add(ofSubscribers, subscribedStoreId, sent);
  }
  return ({ mainStoreId, subscribed }: SampledPhone): Pushes => {
    const got = new Map<number, Sent>();
    for (const storeId of subscribed) for (const sent of ofSubscribers.get(storeId) ?? []) got.set(sent.id, sent);
    const theirs = mainStoreId === null ? subscribed : [mainStoreId, ...subscribed];
    for (const storeId of theirs) for (const sent of ofStores.get(storeId) ?? []) got.set(sent.id, sent);
    const pushes = { ...everyone };
    for (const sent of got.values()) count(pushes, sent);
    return pushes;
  };
};
