import { COUPON_PROMO_ID } from '@endcap/contract/promo-thresholds';
import type { Db } from '../../tables.ts';
import { listPromoThresholds } from '../promo-thresholds/index.ts';
import { unknownSegments } from '../segments/index.ts';
import { unknownGroups } from '../store-groups/index.ts';
import { unknownStores } from '../stores/index.ts';

/** Database queries that the validation of an item uses. */
export const questions = {
  thresholds: (db: Db) => listPromoThresholds(db, COUPON_PROMO_ID),
  unknownStores,
  unknownGroups,
  unknownSegments,
};
export type Questions = typeof questions;

const once = <D, About extends readonly unknown[], Answer>(ask: (db: D, ...about: About) => Promise<Answer>) => {
  const answers = new Map<string, Promise<Answer>>();
  return (db: D, ...about: About): Promise<Answer> => {
    const key = JSON.stringify(about);
    const answer = answers.get(key) ?? ask(db, ...about);
    answers.set(key, answer);
    return answer;
  };
};

/** The same queries with cached results, for one plan in one transaction. */
export const createQueryCache = (): Questions => ({
  thresholds: once(questions.thresholds),
  unknownStores: once(unknownStores),
  unknownGroups: once(unknownGroups),
  unknownSegments: once(unknownSegments),
});
