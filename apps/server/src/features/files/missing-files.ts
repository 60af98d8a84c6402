import type { FieldCodes } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { isStored } from './file.repository.ts';

/** Returns true if a referenced file is stored. In a transaction it locks the file, so that no sweep removes it before the end. */
export const fileExists = (db: Db, reference: string): Promise<boolean> =>
  isStored(db, reference.slice(reference.indexOf(':') + 1), { lock: true });

/** Returns problems of fields that refer to a missing file. A field may keep the reference that it had before (C03). */
export const missingFiles = async (
  db: Db,
  references: readonly (readonly [field: string, reference: unknown, before: unknown])[],
): Promise<FieldCodes> => {
  const problems: FieldCodes = {};
  for (const [field, reference, before] of references)
    if (typeof reference === 'string' && reference !== before && !(await fileExists(db, reference))) problems[field] = ['unknown'];
  return problems;
};
