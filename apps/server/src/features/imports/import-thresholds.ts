import type { ImportProblem } from '@endcap/contract/imports';
import { type PromoThreshold, promoThresholdFields } from '@endcap/contract/promo-thresholds';
import { z } from 'zod';
import { mapInSlices } from '../../platform/in-slices.ts';
import { appendHistories } from '../history/index.ts';
import { allPromoThresholds, putPromoThresholds, removePromoThresholds } from '../promo-thresholds/index.ts';
import { byKey, type Importer, parsedRow } from './plan.ts';

const ThresholdRow = z.object(promoThresholdFields);
const keyOf = (row: PromoThreshold): string => `${row.promoId}/${row._id}`;

/** Imports a file with the whole list of promo thresholds. */
export const thresholdImporter: Importer = {
  columns: { required: ['promoId', 'id', 'threshold'], optional: [], ignored: [] },
  check: async (rows) => {
    const problems: ImportProblem[] = [];
    const parsed = await mapInSlices(rows, (row) => {
      const parsedFields = parsedRow(ThresholdRow, row, problems);
      const threshold = parsedFields && { _id: parsedFields.id, promoId: parsedFields.promoId, threshold: parsedFields.threshold };
      return threshold && { line: row.line, key: keyOf(threshold), row: threshold };
    });
    const wanted = byKey(parsed, 'id', problems);
    return async (db) => {
      const stored = new Map((await allPromoThresholds(db)).map((row) => [keyOf(row), row]));
      const put = [...wanted.values()].filter((row) => stored.get(keyOf(row))?.threshold !== row.threshold);
      const removed = [...stored.values()].filter((row) => !wanted.has(keyOf(row)));
      const before = (row: PromoThreshold) => stored.get(keyOf(row))?.threshold ?? null;
      return {
        problems,
        unchanged: wanted.size - put.length,
        changes: [
          ...put.map((row) => ({
            key: keyOf(row),
            change: stored.has(keyOf(row)) ? ('update' as const) : ('create' as const),
            fields: { threshold: [before(row), row.threshold] },
          })),
          ...removed.map((row) => ({ key: keyOf(row), change: 'remove' as const, fields: { threshold: [row.threshold, null] } })),
        ],
        apply: async (trx, { by, at }) => {
          await putPromoThresholds(trx, put);
          await removePromoThresholds(trx, removed, at);
          const entity = { actor: by, entity: 'promoThreshold' as const };
          await appendHistories(trx, [
            ...put.map((row) => ({
              change: { ...entity, entityId: keyOf(row), action: stored.has(keyOf(row)) ? ('update' as const) : ('create' as const) },
              before: stored.get(keyOf(row)) ?? {},
              after: row,
            })),
            ...removed.map((row) => ({ change: { ...entity, entityId: keyOf(row), action: 'delete' as const }, before: row, after: {} })),
          ]);
        },
      };
    };
  },
};
