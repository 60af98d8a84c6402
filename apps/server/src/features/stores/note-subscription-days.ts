import { startOfDayAhead, warsawDay } from '@endcap/contract/warsaw-time';
import { EARLIER_DAYS, type EarlierSubscriptions } from '@endcap/contract/stores';
import { inTransaction } from '../../platform/db/transaction.ts';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { noteDay, subscriptionsSince } from './subscription-day.repository.ts';

type Deps = { db: Database; now: () => Date };

const EVERY_MS = 3_600_000;

/** Records today's subscriptions once, by one of several processes. Returns whether this process did. */
export const noteSubscriptions = ({ db, now }: Deps): Promise<boolean> => inTransaction(db, (trx) => noteDay(trx, warsawDay(now())));

/** Checks every hour whether a new day has begun. A day on which no process ran is missing. */
export const startNotingSubscriptions = (deps: Deps & { onError: (error: unknown) => void }, repeats = repeat): Repeated =>
  repeats(EVERY_MS, () => noteSubscriptions(deps), deps.onError);

export const earlierSubscriptions = ({ db, now }: Deps): Promise<EarlierSubscriptions> =>
  subscriptionsSince(db, warsawDay(startOfDayAhead(now(), -EARLIER_DAYS)));
