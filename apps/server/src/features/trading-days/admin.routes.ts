import { emptyAudienceRule, storesReached } from '@endcap/contract/audience';
import { fieldProblem } from '@endcap/contract/core';
import { planProblem } from '@endcap/contract/notifications';
import { openingOf, tradingDayRoutes } from '@endcap/contract/trading-days';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { readTradingCalendar } from '../settings/index.ts';
import { storesWithHours } from '../stores/index.ts';

/** Route for the opening state of the stores in an audience, now or when a planned send starts (TRADE-04, TRADE-05). */
export const addTradingDayRoutes = (handle: AdminHandle, { db, now }: { db: Database; now: () => Date }): void => {
  handle(tradingDayRoutes.opening, async ({ actor, body: { days, at, ...chosenRule } }) => {
    const problem = at === undefined ? null : planProblem(at, now());
    if (problem) throw fieldProblem('at', problem);
    const own = actor.storeId === null ? [] : [actor.storeId];
    const rule = actor.isAdmin ? chosenRule : { ...emptyAudienceRule, includeStores: own };
    const [stores, calendar] = await Promise.all([storesWithHours(db), readTradingCalendar(db)]);
    return openingOf(storesReached(rule, stores), { at: at === undefined ? now().getTime() : Date.parse(at), days, calendar });
  });
};
