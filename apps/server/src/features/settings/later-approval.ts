import { isDeepStrictEqual } from 'node:util';
import { isLooser, type SettingsDraft } from '@endcap/contract/settings';
import { databaseNow } from '../../platform/db/database-now.ts';
import type { Db } from '../../tables.ts';

const DAY_MS = 86_400_000;

type Sending = SettingsDraft['sending'];

type Rules = Pick<Sending, 'approval' | 'approvalAbove' | 'safetyMessages'>;
const rulesOf = ({ approval, approvalAbove, safetyMessages }: Rules): Rules => ({ approval, approvalAbove, safetyMessages });

/**
 * Returns the part of new rules that does not let more sends go out unapproved. Safety messages need no approval, so switching them on
 * while approval is on is left out (CARE-05).
 */
const strictOf = (now: Rules, wanted: Rules): Rules => {
  const { approval, approvalAbove } = isLooser(now, wanted) ? now : wanted;
  return { approval, approvalAbove, safetyMessages: wanted.safetyMessages && (now.safetyMessages || !now.approval) };
};

/**
 * Delays rules under which fewer sends need approval, so that nobody frees their own sends from it (E-04). They wait beside the current
 * settings for 24 hours, or until another administrator saves the same. All other rules take effect at once and end an earlier request.
 */
export const deferLooser = async (db: Db, { before, draft, by }: { before: Sending; draft: Sending; by: string }): Promise<Sending> => {
  const [now, wanted, later] = [rulesOf(before), rulesOf(draft), before.approvalLater];
  const strict = strictOf(now, wanted);
  if (isDeepStrictEqual(strict, wanted)) return isDeepStrictEqual(now, wanted) ? draft : { ...draft, approvalLater: null };
  const waiting = later && rulesOf({ ...later, safetyMessages: later.safetyMessages ?? now.safetyMessages });
  const isSame = isDeepStrictEqual(waiting, wanted);
  if (isSame && later?.askedBy !== by) return { ...draft, approvalLater: null };
  if (isSame) return { ...draft, ...strict, approvalLater: later };
  const from = new Date((await databaseNow(db)).getTime() + DAY_MS).toISOString();
  return { ...draft, ...strict, approvalLater: { ...wanted, from, askedBy: by } };
};
