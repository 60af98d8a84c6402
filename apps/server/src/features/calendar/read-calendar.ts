import { askedOften, decide, reachesStore } from '@endcap/contract/audience';
import {
  type Calendar,
  type CalendarItem,
  type CalendarQuery,
  calendarTypes,
  type Collision,
  COLLISIONS_NAMED,
  couponCollisions,
  STORES_NAMED,
  withoutLeaflet,
} from '@endcap/contract/calendar';
import { concernsStore } from '@endcap/contract/kept-days';
import { fieldProblem } from '@endcap/contract/core';
import type { KnownStore } from '@endcap/contract/stores';
import { dayAfter, daysBetween, type TradingCalendar } from '@endcap/contract/trading-days';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { inTurns } from '../../platform/in-slices.ts';
import type { Database } from '../../tables.ts';
import { readKeptDays } from '../kept-days/index.ts';
import { readTradingCalendar } from '../settings/index.ts';
import { knownStores } from '../stores/index.ts';
import { contentBetween, type FoundContent, pushesBetween, type SentPush } from './calendar.repository.ts';

/** The stores whose customers are asked about; null is everybody. */
const placesOf = (stores: readonly KnownStore[], { storeId, groupId }: CalendarQuery): KnownStore[] | null => {
  if (storeId === undefined && groupId === undefined) return null;
  const places = stores.filter(
    ({ id, groups }) => (storeId === undefined || id === storeId) && (groupId === undefined || groups.includes(groupId)),
  );
  if (storeId !== undefined && !stores.some(({ id }) => id === storeId)) throw fieldProblem('storeId', 'unknown');
  return places;
};

/** Whether customers of one of some stores see an item at some time of a stretch that its publication touches. */
const isSeenIn = (item: FoundContent, places: readonly KnownStore[] | null, from: number): boolean => {
  if (places === null) return true;
  const at = Math.max(from, item.publicationStart === null ? from : Date.parse(item.publicationStart));
  const asked = askedOften(item);
  return places.some((store) => decide(asked, { store, segments: null, appVersion: null, at }).visible);
};

const reaches = (push: SentPush, places: readonly KnownStore[] | null): boolean => {
  if (places === null || push.storeId !== null) return true;
  const asked = askedOften(push);
  return places.some((store) => reachesStore(asked, store));
};

const ofContent = ({ _id, contentType, name, disabled, revision, ...item }: FoundContent): CalendarItem => ({
  _id,
  type: contentType,
  name,
  start: item.publicationStart,
  end: item.publicationEnd,
  validityStart: item.validityStart,
  validityEnd: item.validityEnd,
  disabled,
  planned: false,
  takenBack: false,
  safety: false,
  revision,
});
const ofPush = ({ _id, title, createdAt, validUntil, planned, takenBack, safety }: SentPush): CalendarItem => ({
  _id,
  type: 'notification',
  name: title,
  start: createdAt.toISOString(),
  end: validUntil.toISOString(),
  validityStart: null,
  validityEnd: null,
  disabled: false,
  planned,
  takenBack,
  safety,
  revision: null,
});

/** By type, then as they begin. */
const inOrder = (one: CalendarItem, other: CalendarItem): number =>
  calendarTypes.indexOf(one.type) - calendarTypes.indexOf(other.type) ||
  (one.start ?? '').localeCompare(other.start ?? '') ||
  one._id.localeCompare(other._id);

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

/** Those whose customers may see them, in turns: of a chain's items there may be a hundred thousand. */
const seenOf = async (content: readonly FoundContent[], places: readonly KnownStore[] | null, from: number): Promise<FoundContent[]> => {
  const turn = inTurns();
  const seen: FoundContent[] = [];
  for (const item of content) {
    if (isSeenIn(item, places, from)) seen.push(item);
    await turn();
  }
  return seen;
};

/** The first collisions, and how many more there are. */
const findCollisions = async (
  ...asked: Parameters<typeof couponCollisions<KnownStore>>
): Promise<Pick<Calendar, 'collisions' | 'moreCollisions'>> => {
  const turn = inTurns();
  const collisions: Calendar['collisions'] = [];
  let moreCollisions = 0;
  for (const collision of couponCollisions(...asked)) {
    if (collision && collisions.length < COLLISIONS_NAMED) collisions.push(named(collision));
    else if (collision) moreCollisions += 1;
    const others = turn();
    if (others) await others;
  }
  return { collisions, moreCollisions };
};

const daysOf = (from: string, to: string, calendar: TradingCalendar): Calendar['days'] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => calendar(dayAfter(from, n)));

/** The plan between two days: what is sent and published, and what is amiss with it (CAL-01, CAL-02, CAL-04). */
export const readCalendar = async ({ db, now }: { db: Database; now: () => Date }, query: CalendarQuery): Promise<Calendar> => {
  const { from, to, type, text } = query;
  const stretch = { from: startOfDay(from), before: startOfDay(to, 1) };
  const tomorrow = dayAfter(warsawDay(now()), 1);
  const [stores, content, leaflets, calendar, kept] = await Promise.all([
    knownStores(db),
    contentBetween(db, { ...stretch, text, withRules: query.storeId === undefined && query.groupId === undefined ? 'ofCoupons' : 'ofAll' }),
    contentBetween(db, { from: startOfDay(tomorrow), before: startOfDay(tomorrow, 1), type: 'leaflet', withRules: 'ofAll' }),
    readTradingCalendar(db),
    readKeptDays(db, from, to),
  ]);
  const places = placesOf(stores, query);
  const pushes = await pushesBetween(db, { ...stretch, text, stores: places?.map(({ id }) => id) ?? [] });
  const seen = await seenOf(content, places, Date.parse(stretch.from));
  const items = [...seen.filter((item) => item.found).map(ofContent), ...pushes.filter((push) => reaches(push, places)).map(ofPush)].filter(
    (item) => type === undefined || item.type === type,
  );
  const missing = withoutLeaflet(leaflets, places ?? stores, tomorrow);
  const within = { from: Math.max(Date.parse(stretch.from), now().getTime()), to: Date.parse(stretch.before) - 1 };
  return {
    days: daysOf(from, to, calendar),
    keptDays: kept.filter((day) => places === null || places.some((store) => concernsStore(day, store))),
    items: items.toSorted(inOrder),
    gap:
      missing.length === 0
        ? null
        : {
            day: tomorrow,
            stores: missing.length,
            named: missing.slice(0, STORES_NAMED).map(({ id, name, city }) => ({ _id: id, name: `${name}, ${city}` })),
          },
    ...(await findCollisions(seen, places ?? [null, ...stores], within)),
  };
};
