import { fieldProblem, Problem } from '@endcap/contract/core';
import { isSafetyWord, type SendNotification } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import { readSettings } from '../settings/index.ts';
import { isSafety } from './notification.repository.ts';

type Actor = { isAdmin: boolean };
/** The safety fields of a request, and the confirmation word that was typed. */
type SafetyRequest = Pick<SendNotification, 'safety' | 'isTest'> & { confirmation: string | null };

/** Returns whether a person may send safety messages under the current settings (CARE-05). */
export const maySendSafety = async (db: Db, { isAdmin }: Actor): Promise<boolean> =>
  isAdmin && (await readSettings(db)).sending.safetyMessages;

/** Throws if the sender of a safety message may not send it or did not type the word; a test needs no word (CARE-05). */
export const refuseSafety = async (db: Db, { safety, isTest, confirmation }: SafetyRequest, actor: Actor): Promise<void> => {
  if (!safety) return;
  if (!actor.isAdmin) throw new Problem('forbidden', 'Only administrators send safety messages');
  if (!(await maySendSafety(db, actor))) throw new Problem('safety_disabled');
  if (!isTest && !isSafetyWord(confirmation ?? '')) throw fieldProblem('confirmation', confirmation?.trim() ? 'invalid' : 'required');
};

/** Rejects changes of safety messages by store staff: head office owns them, staff may only read those of their store. */
export const refuseStaff = async (db: Db, actor: Actor, { id, scope }: { id: string; scope: string | null }): Promise<void> => {
  if (!actor.isAdmin && (await isSafety(db, scope, id))) throw new Problem('forbidden', 'Only administrators change safety messages');
};
