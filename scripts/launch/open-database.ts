import { lacksRights } from '../../apps/server/src/platform/db/connection.ts';
import { createDatabaseClock } from '../../apps/server/src/platform/db/database-clock.ts';
import { ping } from '../../apps/server/src/platform/db/ping.ts';
import { ownSteps, schemaMisfit } from '../../apps/server/src/platform/db/schema-fit.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDirectly } from '../../apps/server/src/context.ts';
import { openOwnDatabase } from './own-database.ts';

/** Opens the database of DATABASE_URL, or that of `npm start`, without migrating it. Throws a sentence if it cannot be used. */
export const openDatabase = async (env: NodeJS.ProcessEnv) => {
  const { config, leave } = await openOwnDatabase(env, { isNew: false });
  const clock = createDatabaseClock();
  const { now } = clock;
  // Commands that read a whole table run without timeouts.
  const db = connectDirectly({ config, log: createLog('silent', 'command'), now, clock }, { statementMs: 0, silenceMs: 0 });
  const close = async (): Promise<void> => {
    await db.destroy();
    await leave();
  };
  try {
    await ping(db);
    const misfit = await schemaMisfit(db, await ownSteps());
    if (misfit) throw new Error(`DATABASE_URL (${misfit})`);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, now, close };
};
export type OpenDatabase = Pick<Awaited<ReturnType<typeof openDatabase>>, 'db' | 'now'>;

/** Describes a database error in a sentence. `mayPass` is true if a retry of the same command can succeed. */
export const databaseFailure = (error: unknown): { says: string; mayPass: boolean } =>
  lacksRights(error)
    ? {
        says: 'The role of DATABASE_URL lacks rights: call this as the owner of the tables, or grant the rights of deploy/database.sql. `npm run doctor` names what is missing',
        mayPass: false,
      }
    : { says: errorText(error), mayPass: true };
