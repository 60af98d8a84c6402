import { z } from 'zod';
import { versionsOutside } from '../app-version/index.ts';
import {
  type Aimed,
  askedOften,
  type AskedRule,
  audienceRuleAnswers,
  decide,
  emptyAudienceRule,
  type PlacedStore,
  reachesEveryone,
  reachesStore,
  showsAt,
  type Viewer,
  windowState,
} from '../audience/index.ts';
import { Instant } from '../core/index.ts';

/**
 * What leads to content: whom it reaches, and from when to when. `sent` goes to the customers of stores, and to those without one only
 * where it goes to everyone; `shown` is seen by whom `decide()` shows it.
 */
export const LinkSource = z.object({
  is: z.enum(['sent', 'shown']),
  ...audienceRuleAnswers,
  segments: z.array(z.string()),
  version: z.string(),
  from: Instant,
  /** Null: without an end. */
  until: Instant.nullable(),
});
export type LinkSource = z.infer<typeof LinkSource>;

const everywhere: Aimed = {
  ...emptyAudienceRule,
  includeStoreType: 'all',
  segments: [],
  version: '',
  disabled: false,
  publicationStart: null,
  publicationEnd: null,
};

/** Somebody at an instant. */
type Reader = Viewer & { segments: readonly string[]; appVersion: string };

/** Whether something that leads to content reaches them. */
export const reachesAt = (source: AskedRule & Pick<LinkSource, 'is'>, store: PlacedStore | null): boolean =>
  source.is === 'shown' ? showsAt(source, store) : reachesEveryone(source) || (store !== null && reachesStore(source, store));

/** Whether somebody has a link in view. */
export const meetsLink = (source: LinkSource, { store, segments, appVersion, at }: Reader): boolean =>
  windowState({ publicationStart: source.from, publicationEnd: source.until }, at) === 'open' &&
  reachesAt(source, store) &&
  decide({ ...everywhere, segments: source.segments, version: source.version }, { store: null, segments, appVersion, at }).visible;

type Gap = { from: string; until: string | null };

/** Who lands on nothing, and when. Each is asked for by itself: a gap in time is everybody's, the rest holds while the item is published. */
export type Findings<S extends PlacedStore = PlacedStore> = {
  /** Until the item is published, and from when it is no more. */
  before: Gap | null;
  after: Gap | null;
  /** Stores whose customers have the link and do not see the item. */
  stores: S[];
  /** Customers without a store. */
  withoutStore: boolean;
  /** The segments that the item is for, when the link is for others as well. */
  segments: string[];
  /** App versions that have the link and do not see the item, an example for each stretch of them. */
  versions: string[];
};

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (Date.parse(one) < Date.parse(other) ? one : other) : (one ?? other);
const isLater = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || Date.parse(one) > Date.parse(other));

/** What a link meets in its whole life (LINK-01). */
export const findingsOf = <S extends PlacedStore>(source: LinkSource, item: Aimed, stores: readonly S[]): Findings<S> => {
  const { publicationStart: start, publicationEnd: end } = item;
  const [leading, led] = [askedOften(source), askedOften(item)];
  const misses = (store: S | null): boolean => reachesAt(leading, store) && !showsAt(led, store);
  const covered =
    item.segments.length === 0 || (source.segments.length > 0 && source.segments.every((name) => item.segments.includes(name)));
  return {
    before: start !== null && isLater(start, source.from) ? { from: source.from, until: earlier(start, source.until) } : null,
    after: isLater(source.until, end)
      ? { from: isLater(end, source.from) ? (end ?? source.from) : source.from, until: source.until }
      : null,
    stores: stores.filter(misses),
    withoutStore: misses(null),
    segments: covered ? [] : [...item.segments],
    versions: versionsOutside(source.version, item.version),
  };
};

/** Whether the item is published at no instant at which anybody has the link. */
export const isNeverOpen = ({ from, until }: LinkSource, { publicationStart: start, publicationEnd: end }: Aimed): boolean =>
  (until !== null && start !== null && Date.parse(until) < Date.parse(start)) || (end !== null && Date.parse(end) < Date.parse(from));

/** Whether whoever has the link can open it whenever they have it. */
export const isWhole = ({ before, after, stores, withoutStore, segments, versions }: Findings): boolean =>
  before === null && after === null && stores.length === 0 && !withoutStore && segments.length === 0 && versions.length === 0;

/** Whether a link meets something that it did not meet before (LINK-03). */
export const isWorse = (was: Findings, is: Findings, item: { was: Aimed; is: Aimed }): boolean => {
  const known = new Set(was.stores.map(({ id }) => id));
  return (
    (is.before !== null && (was.before === null || isLater(is.before.until, was.before.until))) ||
    (is.after !== null && (was.after === null || isLater(was.after.from, is.after.from))) ||
    is.stores.some(({ id }) => !known.has(id)) ||
    (is.withoutStore && !was.withoutStore) ||
    (is.segments.length > 0 && (was.segments.length === 0 || was.segments.some((name) => !is.segments.includes(name)))) ||
    (is.versions.length > 0 && versionsOutside(item.was.version, item.is.version).length > 0)
  );
};
