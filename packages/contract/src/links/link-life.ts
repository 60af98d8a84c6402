import { z } from 'zod';
import { versionsOutside } from '../app-version/index.ts';
import {
  type Aimed,
  indexRule,
  type IndexedRule,
  audienceRuleAnswers,
  decide,
  emptyAudienceRule,
  type AudienceStore,
  reachesEveryone,
  reachesStore,
  showsAt,
  type Viewer,
  windowState,
} from '../audience/index.ts';
import { Instant } from '../core/index.ts';

/**
 * A source of links to content: its audience and its time. `sent` goes to the customers of stores, and to those without a store only if it
 * goes to everyone; `shown` is visible according to `decide()`.
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

/** A customer at an instant. */
type Reader = Viewer & { segments: readonly string[]; appVersion: string };

/** Returns whether a source reaches the customers of a store; null: customers without a store. */
export const reachesAt = (source: IndexedRule & Pick<LinkSource, 'is'>, store: AudienceStore | null): boolean =>
  source.is === 'shown' ? showsAt(source, store) : reachesEveryone(source) || (store !== null && reachesStore(source, store));

/** Returns whether a reader has the link of a source. */
export const meetsLink = (source: LinkSource, { store, segments, appVersion, at }: Reader): boolean =>
  windowState({ publicationStart: source.from, publicationEnd: source.until }, at) === 'open' &&
  reachesAt(source, store) &&
  decide({ ...everywhere, segments: source.segments, version: source.version }, { store: null, segments, appVersion, at }).visible;

type Gap = { from: string; until: string | null };

/** Readers who cannot open the item, and when. Gaps in time affect everyone; the other findings apply while the item is published. */
export type Findings<S extends AudienceStore = AudienceStore> = {
  /** Gap before the publication of the item, and gap after it. */
  before: Gap | null;
  after: Gap | null;
  /** Stores whose customers have the link and do not see the item. */
  stores: S[];
  /** Customers without a store. */
  withoutStore: boolean;
  /** The segments that the item is for, when the link is for others as well. */
  segments: string[];
  /** App versions that have the link and do not see the item, at least one for each range of them. */
  versions: string[];
};

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (Date.parse(one) < Date.parse(other) ? one : other) : (one ?? other);
const isLater = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || Date.parse(one) > Date.parse(other));

/** Returns the findings of a link over its whole life (LINK-01). */
export const findingsOf = <S extends AudienceStore>(source: LinkSource, item: Aimed, stores: readonly S[]): Findings<S> => {
  const { publicationStart: start, publicationEnd: end } = item;
  const [leading, led] = [indexRule(source), indexRule(item)];
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

/** Returns whether the item is published at no instant of the link's life. */
export const isNeverOpen = ({ from, until }: LinkSource, { publicationStart: start, publicationEnd: end }: Aimed): boolean =>
  (until !== null && start !== null && Date.parse(until) < Date.parse(start)) || (end !== null && Date.parse(end) < Date.parse(from));

/** Returns whether everyone who has the link can open it for as long as they have it. */
export const isWhole = ({ before, after, stores, withoutStore, segments, versions }: Findings): boolean =>
  before === null && after === null && stores.length === 0 && !withoutStore && segments.length === 0 && versions.length === 0;

/** Returns whether a change of the item gives a link findings that it did not have before (LINK-03). */
export const isWorse = (source: LinkSource, item: { was: Aimed; is: Aimed }, stores: readonly AudienceStore[]): boolean => {
  const [was, is] = [findingsOf(source, item.was, stores), findingsOf(source, item.is, stores)];
  const missedBefore = new Set(was.stores.map(({ id }) => id));
  return (
    (is.before !== null && (was.before === null || isLater(is.before.until, was.before.until))) ||
    (is.after !== null && (was.after === null || isLater(was.after.from, is.after.from))) ||
    is.stores.some(({ id }) => !missedBefore.has(id)) ||
    (is.withoutStore && !was.withoutStore) ||
    (is.segments.length > 0 && (was.segments.length === 0 || was.segments.some((name) => !is.segments.includes(name)))) ||
    versionsOutside(source.version, item.is.version, item.was.version).length > 0
  );
};
