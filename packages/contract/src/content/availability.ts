import { z } from 'zod';
import {
  type Aimed,
  indexRule,
  decide,
  isReached,
  type AudienceStore,
  type StoreReason,
  storeReason,
  windowState,
  windowStates,
} from '../audience/index.ts';
import { Id, Instant } from '../core/index.ts';
import { KnownStore } from '../stores/index.ts';
import { Content } from './content.schema.ts';
import { isValid } from './content.rules.ts';

/** Every living store, and the groups by name, deleted ones too: they exclude still (D-30). */
export const KnownStores = z.object({
  stores: z.array(KnownStore),
  groups: z.array(z.object({ id: Id, name: z.string() })),
});
export type KnownStores = z.infer<typeof KnownStores>;

const storeReasons = [
  'excluded',
  'groupExcluded',
  'everyStore',
  'type',
  'included',
  'groupIncluded',
  'notChosen',
] as const satisfies readonly StoreReason[];
const decidingReasons = ['notYet', 'over', ...storeReasons] as const;
export type DecidingReason = (typeof decidingReasons)[number];

export type StoreAvailability<S extends AudienceStore = AudienceStore> = {
  store: S;
  /** True if customers of the store see the item at that instant, ignoring segments and app version. */
  available: boolean;
  /** The rule that decides. */
  because: DecidingReason;
  /** Result of the audience rule for the store, ignoring the publication window. */
  audience: StoreReason;
  aimedAt: boolean;
  /** Ids of the groups that decide, when groups do. */
  groups: string[];
  /** Of those that do so although they were deleted (D-30). */
  formerGroups: string[];
};

/** For every store whether an item is seen there at an instant (milliseconds), and the rule that decides, as `decide()` has it (A-77, API-CONT-18). */
export const availabilityOf = <S extends AudienceStore>(item: Aimed, stores: readonly S[], at: number): StoreAvailability<S>[] => {
  const [indexed, window] = [indexRule(item), windowState(item, at)];
  return stores.map((store) => {
    const audience = storeReason(indexed, store);
    const deciding = audience === 'groupExcluded' ? item.excludeStoreGroups : audience === 'groupIncluded' ? item.includeStoreGroups : [];
    return {
      store,
      available: decide(indexed, { store, segments: null, appVersion: null, at }).visible,
      because: window === 'open' ? audience : window,
      audience,
      aimedAt: isReached(audience),
      groups: deciding.filter((id) => store.groups.includes(id)),
      formerGroups: audience === 'groupExcluded' ? item.excludeStoreGroups.filter((id) => store.formerGroups.includes(id)) : [],
    };
  });
};

/**
 * Returns the stores that lose and gain an item by a change. If customers see either version now, it compares what they see now; otherwise
 * it compares the audiences, which take effect later.
 */
export const differenceOf = <S extends AudienceStore>(
  before: readonly StoreAvailability<S>[],
  after: readonly StoreAvailability<S>[],
): { lost: S[]; gained: S[] } => {
  const seen = [...before, ...after].some(({ available }) => available);
  const has = (one: StoreAvailability<S> | undefined): boolean => (one && (seen ? one.available : one.aimedAt)) ?? false;
  const was = new Map(before.map((one) => [one.store.id, one]));
  const changed = after.filter((one) => has(one) !== has(was.get(one.store.id)));
  const storesOf = (list: typeof changed): S[] => list.map(({ store }) => store);
  return { lost: storesOf(changed.filter((one) => !has(one))), gained: storesOf(changed.filter(has)) };
};

const Row = KnownStore.omit({ groups: true, formerGroups: true, deleted: true }).extend({
  available: z.boolean(),
  because: z.enum(decidingReasons),
  audience: z.enum(storeReasons),
  aimedAt: z.boolean(),
  /** Names of the groups that decide, when groups do, and of those that do so although they were deleted (D-30). */
  groups: z.array(z.string()),
  formerGroups: z.array(z.string()),
});

/** where an item is seen, and why not where it is not. */
export const Availability = z.object({
  at: Instant,
  item: Content.pick({
    _id: true,
    contentType: true,
    name: true,
    title: true,
    publicationStart: true,
    publicationEnd: true,
    validityStart: true,
    validityEnd: true,
    segments: true,
    version: true,
    disabled: true,
  }),
  window: z.enum(windowStates),
  valid: z.boolean(),
  /** Stores that show it now. */
  available: z.number().int(),
  /** Stores that show it while it is published. */
  aimedAt: z.number().int(),
  total: z.number().int(),
  stores: z.array(Row),
});
export type Availability = z.infer<typeof Availability>;

/** The whole answer about an item, at an instant in milliseconds. */
export const buildAvailability = (
  item: Aimed & z.input<typeof Availability>['item'],
  { stores, groups }: KnownStores,
  at: number,
): Availability => {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id);
  const rows = availabilityOf(item, stores, at);
  return Availability.parse({
    at: new Date(at).toISOString(),
    item,
    window: windowState(item, at),
    valid: isValid(item, at),
    available: rows.filter(({ available }) => available).length,
    aimedAt: rows.filter(({ aimedAt }) => aimedAt).length,
    total: rows.length,
    stores: rows.map(({ store, ...row }) => ({
      ...store,
      ...row,
      groups: namesOf(row.groups),
      formerGroups: namesOf(row.formerGroups),
    })),
  });
};
