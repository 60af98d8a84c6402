import { type NotificationOpens, OPENS_STORES_NAMED } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { correctedAt } from '../delivery/index.ts';
import { storeNames } from '../stores/index.ts';
import { openedBefore, type OpensOfStore, opensOf, sentAt } from './opens.repository.ts';
import { opensOver } from './opens-over.ts';
import { rememberBriefly } from '../../platform/remember-briefly.ts';

const MAX_AGE_MS = 10_000;

const sum = (list: readonly { opened: number }[]): number => list.reduce((all, { opened }) => all + opened, 0);

const namedStores = async (db: Database, stores: readonly OpensOfStore[]): Promise<NotificationOpens['stores']> => {
  const most = stores.slice(0, OPENS_STORES_NAMED);
  const others = stores.slice(OPENS_STORES_NAMED);
  const ids = most.flatMap(({ storeId }) => storeId ?? []);
  const names = new Map((await storeNames(db, ids)).map((store) => [store.id, store]));
  return {
    named: most.map(({ storeId, opened }) => {
      const store = storeId === null ? undefined : names.get(storeId);
      return { storeId, storeNo: store?.storeNo ?? null, name: store?.name ?? null, deleted: store?.deleted ?? false, opened };
    }),
    others: others.length,
    othersOpened: sum(others),
  };
};

/** When notifications were opened and by whose customers; many open tabs share one count of what may be a million rows. */
export const createOpens = ({ db, now }: { db: Database; now: () => Date }) =>
  rememberBriefly(MAX_AGE_MS, async (id): Promise<NotificationOpens> => {
    const countedAt = now().toISOString();
    const { hours, stores } = await opensOf(db, id);
    const corrected = await correctedAt(db, id);
    const before = await openedBefore(db, id, corrected);
    return {
      total: sum(hours),
      ...opensOver(await sentAt(db, id), hours),
      stores: await namedStores(db, stores),
      beforeCorrections: corrected.map((at, index) => ({ at, opened: before[index] ?? null })),
      countedAt,
    };
  });
