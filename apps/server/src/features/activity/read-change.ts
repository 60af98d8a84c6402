import { ID_PATTERN, Problem } from '@endcap/contract/core';
import { storedNamesIn } from '@endcap/contract/files';
import { type HistoryChange, versionAfter } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { namesOf } from '../store-groups/index.ts';
import { findChange, stepsOf, storedFiles } from './history-change.repository.ts';

export const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value);
/** Ids in the lists of a value, however deep. Ids of stores and groups appear only in lists. */
const listedIds = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => (isId(one) ? [one] : listedIds(one)));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listedIds) : [];
};

/** Returns a change with its values and the names of stores and groups in them (HIST-02). */
export const readChange = async (db: Db, seq: number): Promise<HistoryChange> => {
  const row = await findChange(db, seq);
  const steps = row ? await stepsOf(db, row) : [];
  const step = steps.find((one) => one.seq === seq);
  if (!row || !step) throw new Problem('not_found');
  const values = { changes: step.changes, version: versionAfter(steps, seq) };
  const files = storedNamesIn(values);
  const stored = await storedFiles(db, files);
  const named = await namesOf(db, [...new Set(listedIds(values))]);
  return {
    ...row,
    ...values,
    names: Object.fromEntries(named.map(({ id, name }) => [id, name])),
    missingFiles: files.filter((file) => !stored.has(file)),
  };
};
