import type { appStoreRoutes } from '@endcap/contract/stores';
import type { TradingException } from '@endcap/contract/trading-days';
import type { z } from 'zod';
import { inPortions } from '../../platform/in-portions.ts';
import { abortableYield } from '../../platform/in-slices.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { nearestFirst } from './nearest-first.ts';
import { answerOf, type Moment, momentAt, type PhoneStore, phoneStoreOf, withPart } from './phone-store.ts';
import { storesByName, storesForPhones } from './store.repository.ts';

type StoresQuery = z.output<typeof appStoreRoutes.list.query>;
type Deps = { changes: AppChanges; now: () => Date; tradingExceptions: () => readonly TradingException[] };

/** Caches stores for phones until they are written (APP-08), and their opening state until any of them opens or closes (TRADE-03). */
export const createAppStores = ({ changes, now, tradingExceptions }: Deps) => {
  let stores: readonly PhoneStore[] = [];
  let moment: Moment | null = null;
  changes.register(async (db, rows, stopping) => {
    const written = rows === 'all' ? rows : rows.store;
    if (!written) return () => {};
    const yieldIfDue = abortableYield(stopping);
    const byId = new Map(stores.map((store) => [store.id, store]));
    for await (const portion of inPortions(written, (next) => storesForPhones(db, next)))
      for (const row of portion) {
        byId.set(row.id, phoneStoreOf(row));
        await yieldIfDue();
      }
    const inOrder = (await storesByName(db)).flatMap((id) => byId.get(id) ?? []);
    return () => {
      stores = inOrder;
      moment = null;
    };
  });

  const momentNow = (exceptions: readonly TradingException[]): Moment => {
    const at = now().getTime();
    // The clock may be set back.
    if (moment?.exceptions === exceptions && at >= moment.at && at < moment.until) return moment;
    moment = momentAt(at, stores, exceptions);
    return moment;
  };
  return {
    /** Returns stores by name, or by distance from the point `near`; at most `limit` of them. */
    answer: async ({ near, limit = Number.POSITIVE_INFINITY }: StoresQuery): Promise<Buffer> => {
      await changes.current();
      const its = momentNow(tradingExceptions());
      if (near) {
        const nearest = nearestFirst(stores, near).slice(0, limit);
        return answerOf(nearest.map(({ at, km }) => withPart(its.texts[at] ?? '', { distanceKm: Math.round(km * 100) / 100 })));
      }
      if (limit < its.texts.length) return answerOf(its.texts.slice(0, limit));
      its.whole ??= answerOf(its.texts);
      return its.whole;
    },
  };
};
export type AppStores = ReturnType<typeof createAppStores>;
