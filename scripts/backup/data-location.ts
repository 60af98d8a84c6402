import { type LastBackup, noteBackup, noteDrill } from '../../apps/server/src/features/backups/index.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { createDatabaseClock } from '../../apps/server/src/platform/db/database-clock.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { databaseMustLetIn } from '../../apps/server/src/start-checks.ts';
import { connectDirectly, directUrl } from '../../apps/server/src/context.ts';
import { openOwnDatabase } from '../launch/own-database.ts';
import type { DataLocation } from './take-backup.ts';

/** The table is missing (an older schema), or the database is read-only. The backup is valid all the same. */
const UNWRITABLE = new Set(['42P01', '25006']);
const ignoreReadOnly = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && UNWRITABLE.has(String(error.code)))) throw error;
};

type Opened = DataLocation & {
  /** Records the backup in the database. */
  note: (backup: LastBackup) => Promise<void>;
  /** Records in the database that a drill restored a backup. */
  noteDrill: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the database and the file store of the environment's settings. `isNew`: neither has to exist yet. */
export const openDataLocation = async (env: NodeJS.ProcessEnv, { isNew }: { isNew: boolean }): Promise<Opened> => {
  const { config, leave } = await openOwnDatabase(env, { isNew });
  const clock = createDatabaseClock();
  const { now } = clock;
  const db = connectDirectly({ config, log: createLog('silent', 'backup'), now, clock });
  const close = async (): Promise<void> => {
    await db.destroy();
    await leave();
  };
  await databaseMustLetIn(db).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: directUrl(config),
    stores: openFiles({ config, now }),
    note: (backup) => noteBackup(db, backup).catch(ignoreReadOnly),
    noteDrill: () => noteDrill(db, now()).catch(ignoreReadOnly),
    close,
  };
};

/** Returns whether the settings name an external database server. */
export const namesServer = (env: NodeJS.ProcessEnv): boolean => Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE']);
