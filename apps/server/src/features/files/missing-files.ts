import type { FieldCodes } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { isKept } from './file.repository.ts';

/** Whether a reference can be kept; in a transaction nobody can sweep it until the end. */
export const fileExists = (db: Db, reference: string): Promise<boolean> =>
  isKept(db, reference.slice(reference.indexOf(':') + 1), { hold: true });

/** Problems of fields that name a file which is not there; what a field named before may stay (C03). */
export const missingFiles = async (
  db: Db,
  references: readonly (readonly [field: string, reference: unknown, before: unknown])[],
): Promise<FieldCodes> => {
  const problems: FieldCodes = {};
  for (const [field, reference, before] of references)
    if (typeof reference === 'string' && reference !== before && !(await fileExists(db, reference))) problems[field] = ['unknown'];
  return problems;
};
