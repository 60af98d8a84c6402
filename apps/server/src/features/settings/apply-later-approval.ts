import { databaseNow } from '../../platform/db/database-now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { writesOf } from '../entities/index.ts';
import { findRights } from '../session/index.ts';
import { settingsKind } from './settings.kind.ts';
import { lockSettings, readSettings } from './settings.repository.ts';

/** Applies deferred rules after 24 hours, as a change of the person who saved them (E-04). */
export const applyLaterApproval = async (db: Database, now: Date): Promise<void> => {
  if ((await readSettings(db)).sending.approvalLater === null) return;
  const { draftOf, applyMany } = writesOf(settingsKind);
  await inTransaction(db, async (trx) => {
    await lockSettings(trx);
    const before = draftOf(await readSettings(trx));
    const later = before.sending.approvalLater;
    if (later === null || Date.parse(later.from) > (await databaseNow(trx)).getTime()) return;
    const { approval, approvalAbove, safetyMessages = before.sending.safetyMessages, askedBy } = later;
    // Drop the new rules if the person who set them is not known as an administrator any more.
    const rules = (await findRights(trx, askedBy))?.isAdmin ? { approval, approvalAbove, safetyMessages } : {};
    const after = { ...before, sending: { ...before.sending, ...rules, approvalLater: null } };
    await applyMany(trx, [{ id: 'settings', before, after }], { by: askedBy, at: now });
  });
};
