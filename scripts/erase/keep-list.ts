import { open, rename, rm } from 'node:fs/promises';
import { createEraseAgain, erasureKey, type ErasureList, notRecorded } from '../../apps/server/src/features/customers/index.ts';
import type { OpenDatabase } from '../launch/open-database.ts';
import { listOf } from './erasure-list.ts';

const LINES_AT_ONCE = 10_000;

/** The list in the file belongs to another database. */
export class ForeignList extends Error {
  override readonly name = 'ForeignList';
}

/** Replaces the file when the list is complete and on the disk, so that a failure leaves the former list. */
const writeList = async ({ db }: OpenDatabase, path: string): Promise<void> => {
  const partial = `${path}.part`;
  // Readable by its owner only: with the key, anyone could test guessed customer ids against the hashes.
  const file = await open(partial, 'w', 0o600);
  try {
    for await (const lines of listOf(db)) await file.appendFile(`${lines}\n`);
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
};

/** Returns the erasures of the list that are missing in the database. A copy restored from an older backup lacks them. */
const missingIn = async ({ db }: OpenDatabase, { erasures }: ErasureList): Promise<ErasureList['erasures']> => {
  const missing: ErasureList['erasures'][number][] = [];
  for (let at = 0; at < erasures.length; at += LINES_AT_ONCE)
    missing.push(...(await notRecorded(db, erasures.slice(at, at + LINES_AT_ONCE))));
  return missing;
};

/**
 * Writes the list of a database to a file. First repeats the erasures of the file that this database has not recorded, so that a restored
 * copy loses no line and contains no erased customer. `list` is the list in the file; null: the file does not exist yet.
 */
export const keepList = async (database: OpenDatabase, path: string, list: ErasureList | null, actor: string): Promise<string> => {
  const lines: string[] = [];
  if (list) {
    const key = await erasureKey(database.db);
    if (!list.key.equals(key))
      throw new ForeignList(`${path} is of another database. Give it to --again once, move it aside, and begin another list`);
    const erasures = await missingIn(database, list);
    if (erasures.length > 0) {
      const { customers, devices } = await createEraseAgain(database)({ key, erasures }, actor, false);
      lines.push(
        `Erasures that this database did not know: ${erasures.length}. Here again: customers ${customers}, phones ${devices}. They are erased.`,
      );
    }
  }
  await writeList(database, path);
  return [...lines, `The list is in ${path}.`].join('\n');
};
