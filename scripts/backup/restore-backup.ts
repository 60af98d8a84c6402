import { join } from 'node:path';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { checkBackup } from './check-backup.ts';
import { loadDatabase } from './load-database.ts';
import { filePath, type Manifest } from './manifest.ts';
import { HalfDone, Refusal } from './refusal.ts';
import type { DataLocation } from './take-backup.ts';

export type Restored = {
  folder: string;
  manifest: Manifest;
  /** Notifications that were being sent when the copy was taken: they wait for a person (F53). */
  open: number;
  /** Steps of this version that the backup's lacked. */
  migrated: string[];
};

/**
 * Puts a backup into an empty database and an empty file store: all of it, checked before and afterwards, or nothing. A backup of an
 * older version is migrated to this version's schema (OPS-04).
 */
export const restoreBackup = async ({ url, stores: { storage } }: DataLocation, target: string, signal: AbortSignal): Promise<Restored> => {
  const { folder, manifest } = await checkBackup(target, signal);
  if (!(await storage.isEmpty()))
    throw new Refusal('The place of files is not empty: restore into a new one (ENDCAP_FILES_DIR or ENDCAP_FILES_S3_BUCKET)');
  const put: string[] = [];
  const putFiles = async (): Promise<void> => {
    for (const { name, bytes } of manifest.files) {
      signal.throwIfAborted();
      put.push(name);
      await storage.take(name, join(folder, filePath(name)), bytes);
    }
  };
  const { open } = await loadDatabase({ url, folder, manifest, signal, before: putFiles }).catch(async (error: unknown) => {
    for (const name of put) await storage.remove(name).catch(() => {});
    throw error;
  });
  const migrated = await migrate(url).catch((error: Error) => {
    throw new HalfDone(
      `the backup is restored, but a step of this version fails on it (${error.message}): mend that, then \`npm run migrate\``,
    );
  });
  return { folder, manifest, open, migrated };
};
