import { Problem } from '@endcap/contract/core';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { AdminHandle, Staff } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { linkedContent } from '../content/index.ts';
import { readSettings } from '../settings/index.ts';
import { isStore } from '../stores/index.ts';
import { fileReport, reportsOfItem, settleReport } from './code-report.repository.ts';
import { readDaySheet } from './read-day-sheet.ts';
import { createShownBefore } from './shown-before.ts';

export const addDaySheetRoutes = (handle: AdminHandle, { db, now }: { db: Database; now: () => Date }): void => {
  const shownBefore = createShownBefore(db);
  /** Lets administrators open the sheet of every store, and staff that of their own store if the settings allow it (SHEET-03). */
  const admit = async (actor: Staff, storeId: string): Promise<void> => {
    if (actor.isAdmin) return;
    if (actor.storeId === null) throw new Problem('no_store', 'No store is assigned to you');
    if (actor.storeId !== storeId) throw new Problem('store_not_yours', 'Only your own store');
    if (!(await readSettings(db)).daySheetForStaff) throw new Problem('forbidden', 'The day sheet is for administrators');
  };

  handle(daySheetRoutes.read, async ({ actor, query: { storeId, day } }) => {
    await admit(actor, storeId);
    const at = now();
    return readDaySheet({ db, shownBefore }, { storeId, day: day ?? warsawDay(at), at });
  });

  handle(daySheetRoutes.report, async ({ actor, body: { storeId, contentId } }) => {
    await admit(actor, storeId);
    const linked = await linkedContent(db, contentId);
    const report =
      linked && !linked.deleted && (await isStore(db, storeId)) && (await fileReport(db, { contentId, storeId, by: actor.id, at: now() }));
    if (!report) throw new Problem('not_found');
    return report;
  });

  handle(daySheetRoutes.reports, ({ params: { contentId } }) => reportsOfItem(db, contentId));

  handle(daySheetRoutes.settle, async ({ actor, params: { contentId, reportId } }) => {
    if (!(await settleReport(db, { id: reportId, contentId, by: actor.id, at: now() }))) throw new Problem('not_found');
    return undefined;
  });
};
