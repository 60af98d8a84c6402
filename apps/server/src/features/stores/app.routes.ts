import { appStoreRoutes } from '@endcap/contract/stores';
import { tradingCalendar, type TradingException } from '@endcap/contract/trading-days';
import type { AppHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { listAppStores } from './store.repository.ts';

type Deps = { db: Database; now: () => Date; tradingExceptions: () => Promise<readonly TradingException[]> };

/** Whether a store is open holds for a moment, so the answer is made anew for each who asks, and nobody may keep it (decision 97). */
export const addAppStoreRoutes = (handle: AppHandle, { db, now, tradingExceptions }: Deps): void => {
  handle(appStoreRoutes.list, async ({ query: { near, limit } }) => {
    const calendar = tradingCalendar(await tradingExceptions());
    return { items: await listAppStores(db, { near, limit, at: now(), calendar }) };
  });
};
