import type { ImportProblem } from '@endcap/contract/imports';
import { SegmentName } from '@endcap/contract/segments';
import { z } from 'zod';
import { mapInSlices } from '../../platform/in-slices.ts';
import { appendHistories } from '../history/index.ts';
import { addSegments, listSegments, removeSegments } from '../segments/index.ts';
import { byKey, type Importer, parsedRow } from './plan.ts';

const SegmentRow = z.object({ name: SegmentName });

/** Imports a file with the whole list of segments. */
export const segmentImporter: Importer = {
  columns: { required: ['name'], optional: [], ignored: ['_id'] },
  check: async (rows) => {
    const problems: ImportProblem[] = [];
    const parsed = await mapInSlices(rows, (row) => {
      const segment = parsedRow(SegmentRow, row, problems);
      return segment && { line: row.line, key: segment.name, row: segment };
    });
    const wanted = byKey(parsed, 'name', problems);
    return async (db) => {
      const stored = new Set((await listSegments(db)).map(({ name }) => name));
      const created = [...wanted.keys()].filter((name) => !stored.has(name));
      const removed = [...stored].filter((name) => !wanted.has(name));
      return {
        problems,
        unchanged: wanted.size - created.length,
        changes: [
          ...created.map((key) => ({ key, change: 'create' as const, fields: { name: [null, key] } })),
          ...removed.map((key) => ({ key, change: 'remove' as const, fields: { name: [key, null] } })),
        ],
        apply: async (trx, { by, at }) => {
          await addSegments(trx, created);
          await removeSegments(trx, removed, at);
          const change = (action: 'create' | 'delete') => (name: string) => ({
            change: { actor: by, entity: 'segment' as const, entityId: name, action },
            before: action === 'create' ? {} : { name },
            after: action === 'create' ? { name } : {},
          });
          await appendHistories(trx, [...created.map(change('create')), ...removed.map(change('delete'))]);
        },
      };
    };
  },
};
