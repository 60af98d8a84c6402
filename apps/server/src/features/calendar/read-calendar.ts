import { indexRule, decide, reachesStore } from '@endcap/contract/audience';
import {
  type Calendar,
  CALENDAR_ITEMS_MOST,
  type CalendarQuery,
  type Collision,
  COLLISIONS_NAMED,
  couponCollisions,
  STORES_NAMED,
  withoutLeaflet,
} from '@endcap/contract/calendar';
import { fieldProblem, nameWithCity } from '@endcap/contract/core';
import type { KnownStore } from '@endcap/contract/stores';
import { dayAfter, daysBetween, type TradingCalendar } from '@endcap/contract/trading-days';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { createYield } from '../../platform/in-slices.ts';
import type { Database } from '../../tables.ts';
import { readCalendarLayers } from '../plugins/index.ts';
import { readTradingCalendar } from '../settings/index.ts';
import { knownStores } from '../stores/index.ts';
import { type CalendarContent, type ContentBar, contentBetween, firstBars, type Period } from './calendar-content.repository.ts';
import { countsOf, firstOfEach, ofContent, ofPush } from './calendar-items.ts';
import { pushesBetween, type SentPush } from './calendar-pushes.repository.ts';

/** Returns the stores that the query selects; null without a filter, which means all customers. */
const selectedStores = (stores: readonly KnownStore[], { storeId, groupId }: CalendarQuery): KnownStore[] | null => {
  if (storeId === undefined && groupId === undefined) return null;
  const selected = stores.filter(
    ({ id, groups }) => (storeId === undefined || id === storeId) && (groupId === undefined || groups.includes(groupId)),
  );
  if (storeId !== undefined && !stores.some(({ id }) => id === storeId)) throw fieldProblem('storeId', 'unknown');
  return selected;
};

/** True if customers of any of the stores see the item when its publication starts, or at `from` if it started earlier. */
const isSeenIn = (item: CalendarContent, selected: readonly KnownStore[], from: number): boolean => {
  const at = Math.max(from, item.publicationStart === null ? from : Date.parse(item.publicationStart));
  const rule = indexRule(item);
  return selected.some((store) => decide(rule, { store, segments: null, appVersion: null, at }).visible);
};

const reaches = (push: SentPush, selected: readonly KnownStore[] | null): boolean => {
  if (selected === null || push.storeId !== null) return true;
  const rule = indexRule(push);
  return selected.some((store) => reachesStore(rule, store));
};

const instantOf = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null);
const named = ({ coupons: [one, other], eans, at, stores }: Collision): Calendar['collisions'][number] => ({
  coupons: [
    { _id: one._id, name: one.name },
    { _id: other._id, name: other.name },
  ],
  eans,
  from: instantOf(at.from),
  to: instantOf(at.to),
  stores: stores().length,
});

/** Returns the items that customers of the stores may see. Yields to the event loop, since a chain may have a hundred thousand items. */
const seenAt = async (content: readonly CalendarContent[], selected: readonly KnownStore[], from: number): Promise<CalendarContent[]> => {
  const yieldIfDue = createYield();
  const seen: CalendarContent[] = [];
  for (const item of content) {
    if (isSeenIn(item, selected, from)) seen.push(item);
    await yieldIfDue();
  }
  return seen;
};

/** Returns the first collisions and the number of further ones. */
const findCollisions = async (
  ...input: Parameters<typeof couponCollisions<KnownStore>>
): Promise<Pick<Calendar, 'collisions' | 'moreCollisions'>> => {
  const yieldIfDue = createYield();
  const collisions: Calendar['collisions'] = [];
  let moreCollisions = 0;
  for (const collision of couponCollisions(...input)) {
    if (collision && collisions.length < COLLISIONS_NAMED) collisions.push(named(collision));
    else if (collision) moreCollisions += 1;
    const others = yieldIfDue();
    if (others) await others;
  }
  return { collisions, moreCollisions };
};

const daysOf = (from: string, to: string, calendar: TradingCalendar): Calendar['days'] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => calendar(dayAfter(from, n)));

type Planned = { bars: readonly ContentBar[]; counts: Partial<Calendar['totals']>; coupons: readonly CalendarContent[] };

/** Without a store filter the database returns the first items of each type. With one, visibility is decided item by item. */
const plannedContent = async (
  db: Database,
  period: Period,
  query: CalendarQuery,
  selected: readonly KnownStore[] | null,
): Promise<Planned> => {
  const { type, text } = query;
  if (selected === null) {
    const [found, coupons] = await Promise.all([
      type === 'notification' ? { bars: [], counts: {} } : firstBars(db, { ...period, text, type, most: CALENDAR_ITEMS_MOST }),
      contentBetween(db, { ...period, couponsOnly: true }),
    ]);
    return { ...found, coupons };
  }
  const seen = await seenAt(await contentBetween(db, { ...period, text }), selected, Date.parse(period.from));
  const bars = seen.filter(({ isMatch, contentType }) => isMatch && (type === undefined || contentType === type));
  return { bars, counts: {}, coupons: seen };
};

/** Returns sends and content between two days, with gaps and collisions of the plan (CAL-01, CAL-02, CAL-04). */
export const readCalendar = async ({ db, now }: { db: Database; now: () => Date }, query: CalendarQuery): Promise<Calendar> => {
  const { from, to, type, text } = query;
  const period = { from: startOfDay(from), before: startOfDay(to, 1) };
  const tomorrow = dayAfter(warsawDay(now()), 1);
  const [stores, leaflets, calendar] = await Promise.all([
    knownStores(db),
    contentBetween(db, { from: startOfDay(tomorrow), before: startOfDay(tomorrow, 1), type: 'leaflet' }),
    readTradingCalendar(db),
  ]);
  const selected = selectedStores(stores, query);
  const asksPushes = type === undefined || type === 'notification';
  const [{ bars, counts, coupons }, pushes, layers] = await Promise.all([
    plannedContent(db, period, query, selected),
    asksPushes ? pushesBetween(db, { ...period, text, stores: selected?.map(({ id }) => id) ?? [] }) : [],
    readCalendarLayers(db, { from, to, stores: selected }),
  ]);
  const items = [...bars.map(ofContent), ...pushes.filter((push) => reaches(push, selected)).map(ofPush)];
  const missing = withoutLeaflet(leaflets, selected ?? stores, tomorrow);
  const within = { from: Math.max(Date.parse(period.from), now().getTime()), to: Date.parse(period.before) - 1 };
  return {
    days: daysOf(from, to, calendar),
    ...layers,
    items: firstOfEach(items, CALENDAR_ITEMS_MOST),
    totals: { ...countsOf(items), ...counts },
    gap:
      missing.length === 0
        ? null
        : {
            day: tomorrow,
            stores: missing.length,
            named: missing.slice(0, STORES_NAMED).map(({ id, ...store }) => ({ _id: id, name: nameWithCity(store) })),
          },
    ...(await findCollisions(coupons, selected ?? [null, ...stores], within)),
  };
};
