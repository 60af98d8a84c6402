import { bothVersions, eitherVersion, versionsOutside } from '../app-version/index.ts';
import { type Aimed, indexRule, emptyAudienceRule, type AudienceStore, showsAt, type StoreRule } from '../audience/index.ts';
import { type LinkSource, reachesAt } from './link-life.ts';

/** Audience of a source or an item. */
export type AudiencePart = StoreRule & { segments: string[]; version: string };
/** Audience and publication window that an item is widened to. */
export type Widening = AudiencePart & { publicationStart: string | null; publicationEnd: string | null };

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const ruleOf = ({ includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups }: StoreRule): StoreRule => ({
  includeStoreType,
  includeStores: [...includeStores],
  excludeStores: [...excludeStores],
  includeStoreGroups: [...includeStoreGroups],
  excludeStoreGroups: [...excludeStoreGroups],
});

/** Returns the largest rule within both: by their own criteria if possible, otherwise by store names. Null if it reaches no store. */
const narrowedRule = (source: LinkSource, item: StoreRule, stores: readonly AudienceStore[]): StoreRule | null => {
  const customers = [...stores, null];
  const [leading, led] = [indexRule(source), indexRule(item)];
  const opens = (customer: AudienceStore | null): boolean => reachesAt(leading, customer) && showsAt(led, customer);
  const isWithin = (rule: StoreRule): boolean => {
    const indexed = { ...indexRule(rule), is: source.is };
    const reached = customers.filter((customer) => reachesAt(indexed, customer));
    return reached.length > 0 && reached.every(opens);
  };
  const excluding = {
    excludeStores: union(source.excludeStores, item.excludeStores),
    excludeStoreGroups: union(source.excludeStoreGroups, item.excludeStoreGroups),
  };
  const rules = [
    ruleOf(source),
    { ...ruleOf(source), ...excluding },
    ...(source.includeStoreType === 'all' ? [{ ...ruleOf(item), ...excluding }] : []),
  ];
  const found = rules.find(isWithin);
  if (found) return found;
  const both = stores.filter((store) => !store.deleted && opens(store));
  return both.length === 0 ? null : { ...emptyAudienceRule, includeStores: both.map(({ id }) => id) };
};

const narrowedSegments = (source: LinkSource, item: Aimed, hasSegments: boolean): string[] | null => {
  if (item.segments.length === 0) return [...source.segments];
  const both =
    source.segments.length === 0 ? (hasSegments ? [...item.segments] : []) : source.segments.filter((name) => item.segments.includes(name));
  return both.length === 0 ? null : both;
};

/** Returns a source's audience without those who cannot open the item; null if it cannot be expressed or is empty (LINK-02). */
export const narrowed = (
  source: LinkSource,
  item: Aimed,
  { stores, has }: { stores: readonly AudienceStore[]; has: { segments: boolean; version: boolean } },
): AudiencePart | null => {
  const rule = narrowedRule(source, item, stores);
  const segments = narrowedSegments(source, item, has.segments);
  const isCovered = versionsOutside(source.version, item.version).length === 0;
  const version = isCovered ? source.version : has.version ? bothVersions(source.version, item.version) : null;
  return rule === null || segments === null || version === null ? null : { ...rule, segments, version };
};

const widenedRule = (item: StoreRule, source: LinkSource, stores: readonly AudienceStore[], also: ReadonlySet<string>): StoreRule => {
  const [leading, led] = [indexRule(source), indexRule(item)];
  const missing = stores.filter((store) => (reachesAt(leading, store) || also.has(store.id)) && !showsAt(led, store));
  const toAll = (reachesAt(leading, null) && !showsAt(led, null)) || missing.some(({ deleted }) => deleted);
  if (missing.length === 0 && !toAll) return ruleOf(item);
  const ids = new Set(missing.map(({ id }) => id));
  const keepsOut = (group: string): boolean =>
    missing.some(({ groups, formerGroups }) => groups.includes(group) || formerGroups.includes(group));
  const wide: StoreRule = {
    ...(toAll
      ? { includeStoreType: 'all', includeStores: [], includeStoreGroups: [] }
      : { ...ruleOf(item), includeStores: union(item.includeStores, [...ids]) }),
    excludeStores: item.excludeStores.filter((id) => !ids.has(id)),
    excludeStoreGroups: item.excludeStoreGroups.filter((group) => !keepsOut(group)),
  };
  // Lifting the exclude of a group also opens its stores that the link does not reach.
  const indexed = indexRule(wide);
  const others = stores.filter((store) => !store.deleted && !ids.has(store.id) && showsAt(indexed, store) && !showsAt(led, store));
  return {
    ...wide,
    excludeStores: union(
      wide.excludeStores,
      others.map(({ id }) => id),
    ),
  };
};

const earlierOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : Date.parse(one) < Date.parse(other) ? one : other;
const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : Date.parse(one) > Date.parse(other) ? one : other;

/**
 * Widens an item to all customers who have the link, for as long as they have it, and to no other store (LINK-02). Null if no version
 * expression covers them. `also`: stores that the rule does not choose, whose customers have the link because they subscribe to others.
 */
export const widened = (
  item: Aimed,
  source: LinkSource,
  stores: readonly AudienceStore[],
  also: ReadonlySet<string> = new Set(),
): Widening | null => {
  const isCovered = versionsOutside(source.version, item.version).length === 0;
  const version = isCovered ? item.version : eitherVersion(item.version, source.version);
  if (version === null) return null;
  return {
    ...widenedRule(item, source, stores, also),
    segments: item.segments.length === 0 || source.segments.length === 0 ? [] : union(item.segments, source.segments),
    version,
    publicationStart: earlierOf(item.publicationStart, source.from),
    publicationEnd: laterOf(item.publicationEnd, source.until),
  };
};

/** Returns the time of a source in which the item is open, or null. The start of a send is fixed (LINK-02). */
export const shortened = (source: LinkSource, item: Aimed): { from: string; until: string | null } | null => {
  const { publicationStart: start, publicationEnd: end } = item;
  const from = start === null ? source.from : (laterOf(source.from, start) ?? source.from);
  const until = source.until === null ? end : end === null ? source.until : earlierOf(source.until, end);
  if (source.is === 'sent' && from !== source.from) return null;
  return until !== null && Date.parse(from) >= Date.parse(until) ? null : { from, until };
};
