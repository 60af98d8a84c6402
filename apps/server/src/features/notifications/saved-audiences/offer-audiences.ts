import { type AudienceRule, isSameAudience } from '@endcap/contract/audience';
import { AUDIENCES_USED, type SavedAudience, type UsedAudience } from '@endcap/contract/notifications';
import type { Db } from '../../../tables.ts';
import { namesOf } from '../../store-groups/index.ts';
import { audiencesOfSends, savedAudiences } from './saved-audience.repository.ts';

type Named = Pick<SavedAudience, 'names' | 'deleted'>;

const idsOf = ({ includeStores, excludeStores, includeStoreGroups, excludeStoreGroups }: AudienceRule): string[] => [
  ...includeStores,
  ...excludeStores,
  ...includeStoreGroups,
  ...excludeStoreGroups,
];

/** Adds to rules the current names of their stores and groups, and which of them are deleted. */
export const withNames = async <Rule extends AudienceRule>(db: Db, rules: readonly Rule[]): Promise<(Rule & Named)[]> => {
  const names = new Map((await namesOf(db, [...new Set(rules.flatMap(idsOf))])).map((one) => [one.id, one]));
  return rules.map((rule) => {
    const named = idsOf(rule).flatMap((id) => names.get(id) ?? []);
    return {
      ...rule,
      names: Object.fromEntries(named.map(({ id, name }) => [id, name])),
      deleted: [...new Set(named.filter(({ deleted }) => deleted).map(({ id }) => id))],
    };
  });
};

/** Returns the saved audiences, and those that a person's sends and plans used last, each once (PLAN-06). */
export const offerAudiences = async (
  db: Db,
  person: string,
): Promise<{ saved: (SavedAudience & { revision: number })[]; used: UsedAudience[] }> => {
  const [saved, sends] = await Promise.all([savedAudiences(db), audiencesOfSends(db, person)]);
  const distinct = sends.filter((send, at) => sends.findIndex((other) => isSameAudience(send, other)) === at);
  return { saved: await withNames(db, saved), used: await withNames(db, distinct.slice(0, AUDIENCES_USED)) };
};
