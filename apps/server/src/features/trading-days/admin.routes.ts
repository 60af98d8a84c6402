import { emptyAudienceRule, reachesStore } from '@endcap/contract/audience';
import { openingOf, tradingDayRoutes } from '@endcap/contract/trading-days';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { readTradingCalendar } from '../settings/index.ts';
import { storesWithHours } from '../stores/index.ts';

/** TRADE-04, TRADE-05: what editors and the send form say of the stores that something is aimed at. */
export const addTradingDayRoutes = (handle: AdminHandle, { db, now }: { db: Database; now: () => Date }): void => {
  handle(tradingDayRoutes.opening, async ({ actor, body: { days, ...asked } }) => {
    const own = actor.storeId === null ? [] : [actor.storeId];
    const rule = actor.isAdmin ? asked : { ...emptyAudienceRule, includeStores: own };
    const [stores, calendar] = await Promise.all([storesWithHours(db), readTradingCalendar(db)]);
    return openingOf(
      stores.filter((store) => reachesStore(rule, store)),
      { at: now().getTime(), days, calendar },
    );
  });
};
