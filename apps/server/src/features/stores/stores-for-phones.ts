import type { appStoreRoutes } from '@endcap/contract/stores';
import type { TradingException } from '@endcap/contract/trading-days';
import type { z } from 'zod';
import { inPortions } from '../../platform/in-portions.ts';
import { inSlices } from '../../platform/in-slices.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { nearestFirst } from './nearest-first.ts';
import { answerOf, type Moment, momentAt, type PhoneStore, phoneStoreOf, withPart } from './phone-store.ts';
import { storesByName, storesForPhones } from './store.repository.ts';

type Asked = z.output<typeof appStoreRoutes.list.query>;
type Deps = { changes: AppChanges; now: () => Date; tradingExceptions: () => readonly TradingException[] };

/** Stores as phones are told of them (APP-08), kept from what was written, and how it is there from one turn of any of them to the next (TRADE-03). */
export const createAppStores = ({ changes, now, tradingExceptions }: Deps) => {
  let stores: readonly PhoneStore[] = [];
  let moment: Moment | null = null;
  changes.keep(async (db, rows, stopping) => {
    const written = rows === 'all' ? rows : rows.store;
    if (!written) return () => {};
    const turn = inSlices(stopping);
    const known = new Map(stores.map((store) => [store.id, store]));
    for await (const portion of inPortions(written, (next) => storesForPhones(db, next)))
      for (const row of portion) {
        known.set(row.id, phoneStoreOf(row));
        await turn();
      }
    const inOrder = (await storesByName(db)).flatMap((id) => known.get(id) ?? []);
    return () => {
      stores = inOrder;
      moment = null;
    };
  });

  const momentNow = (exceptions: readonly TradingException[]): Moment => {
    const at = now().getTime();
    // Clocks are set back too.
    if (moment?.exceptions === exceptions && at >= moment.at && at < moment.until) return moment;
    moment = momentAt(at, stores, exceptions);
    return moment;
  };
  return {
    /** All by name, or by distance from a point; the first so many when a phone asks for no more. */
    answer: async ({ near, limit = Number.POSITIVE_INFINITY }: Asked): Promise<Buffer> => {
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
