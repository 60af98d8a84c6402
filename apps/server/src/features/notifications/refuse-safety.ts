import { fieldProblem, Problem } from '@endcap/contract/core';
import { isSafetyWord, type SendNotification } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import { readSettings } from '../settings/index.ts';
import { isSafety } from './notification.repository.ts';

type Actor = { isAdmin: boolean };
/** The safety fields of a request, and the confirmation word that was typed. */
type Asked = Pick<SendNotification, 'safety' | 'isTest'> & { confirmation: string | null };

/** CARE-05: whether this person may send safety messages, as it is set now. */
export const maySendSafety = async (db: Db, { isAdmin }: Actor): Promise<boolean> =>
  isAdmin && (await readSettings(db)).sending.safetyMessages;

/** CARE-05: throws where a safety message is sent by somebody who may not, or without the typed word; a test needs none. */
export const refuseSafety = async (db: Db, { safety, isTest, confirmation }: Asked, actor: Actor): Promise<void> => {
  if (!safety) return;
  if (!actor.isAdmin) throw new Problem('forbidden', 'Only administrators send safety messages');
  if (!(await maySendSafety(db, actor))) throw new Problem('safety_disabled');
  if (!isTest && !isSafetyWord(confirmation ?? '')) throw fieldProblem('confirmation', confirmation?.trim() ? 'invalid' : 'required');
};

/** Rejects changes of safety messages by store staff: head office owns them, staff may only read those of their store. */
export const refuseStaff = async (db: Db, actor: Actor, { id, scope }: { id: string; scope: string | null }): Promise<void> => {
  if (!actor.isAdmin && (await isSafety(db, scope, id))) throw new Problem('forbidden', 'Only administrators change safety messages');
};
