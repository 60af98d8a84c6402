import { z } from 'zod';
import { Id, Instant } from '../core/index.ts';
import { type Aimed, decide, millisecondsOf, type Moment, type Viewer } from './decide.ts';

/**
 * A rule that hides an item from a viewer, with its values. `notYet`: the publication starts at `at`; `over`: it ended at `at`.
 * `notChosen`: the item chooses other stores; `storeNeeded`: it chooses stores, and the viewer has none.
 */
export const Hiding = z.discriminatedUnion('because', [
  z.object({ because: z.literal('notYet'), at: Instant }),
  z.object({ because: z.literal('over'), at: Instant }),
  z.object({ because: z.literal('excluded') }),
  /** Ids of excluded groups that the store is in, and of those that it was in when they were deleted (D-30). */
  z.object({ because: z.literal('groupExcluded'), groups: z.array(Id), formerGroups: z.array(Id) }),
  z.object({ because: z.literal('notChosen') }),
  z.object({ because: z.literal('storeNeeded') }),
  z.object({ because: z.literal('notMember'), segments: z.array(z.string()) }),
  z.object({ because: z.literal('otherVersion'), version: z.string() }),
]);
export type Hiding = z.infer<typeof Hiding>;

const hidesByStore = (item: Aimed<Moment>, viewer: Viewer): boolean =>
  decide(item, viewer).reasons.some(({ rule, hides }) => rule === 'store' && hides);

/** Returns all store rules that hide an item. Excludes apply first, so a store without them may still not be chosen. */
const storeHidings = (item: Aimed<Moment>, viewer: Viewer): Hiding[] => {
  const { store } = viewer;
  const groups = item.excludeStoreGroups.filter((id) => store?.groups.includes(id));
  const formerGroups = item.excludeStoreGroups.filter((id) => store?.formerGroups.includes(id));
  const hidings: Hiding[] = [];
  if (store && item.excludeStores.includes(store.id)) hidings.push({ because: 'excluded' });
  if (groups.length + formerGroups.length > 0) hidings.push({ because: 'groupExcluded', groups, formerGroups });
  const freed = {
    ...item,
    excludeStores: item.excludeStores.filter((id) => id !== store?.id),
    excludeStoreGroups: item.excludeStoreGroups.filter((id) => !groups.includes(id) && !formerGroups.includes(id)),
  };
  // Customers of a deleted store count as without a store.
  if (hidesByStore(freed, viewer)) hidings.push({ because: store && !store.deleted ? 'notChosen' : 'storeNeeded' });
  return hidings;
};

const isoOf = (moment: Moment | null): string => new Date(millisecondsOf(moment ?? 0)).toISOString();

/** Returns every rule that hides an item from a viewer. The viewer would see it only if none of them applied (PREV-03). */
export const whyHidden = (item: Aimed<Moment>, viewer: Viewer): Hiding[] =>
  decide(item, viewer).reasons.flatMap((reason): Hiding[] => {
    if (!reason.hides) return [];
    switch (reason.rule) {
      case 'window':
        return reason.because === 'notYet'
          ? [{ because: 'notYet', at: isoOf(item.publicationStart) }]
          : [{ because: 'over', at: isoOf(item.publicationEnd) }];
      case 'store':
        return storeHidings(item, viewer);
      case 'segments':
        return [{ because: 'notMember', segments: [...item.segments] }];
      case 'version':
        return [{ because: 'otherVersion', version: item.version }];
      case 'disabled':
        return [];
    }
  });
