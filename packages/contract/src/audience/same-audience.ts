import type { AudienceRule } from './audience.ts';

const parties = ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'] as const;
const sameSet = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false;
  const named = new Set(other);
  return one.every((id) => named.has(id));
};

/** Returns whether two rules are equal. The order of ids does not matter. */
export const isSameAudience = (one: AudienceRule, other: AudienceRule): boolean =>
  one.includeStoreType === other.includeStoreType && parties.every((part) => sameSet(one[part], other[part]));
