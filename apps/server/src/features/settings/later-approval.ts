import { isDeepStrictEqual } from 'node:util';
import { isLooser, type SettingsDraft } from '@endcap/contract/settings';
import { databaseNow } from '../../platform/db/database-now.ts';
import type { Db } from '../../tables.ts';

const DAY_MS = 86_400_000;

type Sending = SettingsDraft['sending'];

const approvalOf = ({ approval, approvalAbove }: Pick<Sending, 'approval' | 'approvalAbove'>) => ({ approval, approvalAbove });

/**
 * E-04: nobody frees their own sends from approval. What would have fewer of them approved waits beside the settings of now, for 24 hours or until
 * another administrator saves the same. Whatever else is set about approval takes effect at once, in place of what waited.
 */
export const deferLooser = async (db: Db, { before, draft, by }: { before: Sending; draft: Sending; by: string }): Promise<Sending> => {
  const [now, wanted, later] = [approvalOf(before), approvalOf(draft), before.approvalLater];
  if (!isLooser(now, wanted)) return isDeepStrictEqual(now, wanted) ? draft : { ...draft, approvalLater: null };
  const isSame = later !== null && isDeepStrictEqual(approvalOf(later), wanted);
  if (isSame && later.askedBy !== by) return { ...draft, approvalLater: null };
  if (isSame) return { ...draft, ...now, approvalLater: later };
  const from = new Date((await databaseNow(db)).getTime() + DAY_MS).toISOString();
  return { ...draft, ...now, approvalLater: { ...wanted, from, askedBy: by } };
};
