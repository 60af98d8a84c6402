import type { Context } from './context.ts';
import type { FileStores } from './features/files/index.ts';
import { createEarlierServerCheck } from './platform/db/earlier-server.ts';
import { pingWritable } from './platform/db/ping.ts';
import { ownSteps, ownTables, schemaMisfit } from './platform/db/schema-fit.ts';
import type { ReadyPart } from './platform/http/readiness.ts';
import type { Database } from './tables.ts';

const databasePart = async (db: Database): Promise<ReadyPart> => {
  const tables = await ownTables();
  return { name: 'database', vital: true, check: () => pingWritable(db, tables) };
};
const schemaPart = async (db: Database): Promise<ReadyPart> => {
  const steps = await ownSteps();
  const check = async (): Promise<void> => {
    const reason = await schemaMisfit(db, steps);
    if (reason) throw new Error(reason);
  };
  return { name: 'schema', vital: true, check };
};
/** Vital: what is saved on an earlier server is missing once the address leads to the later one. */
const latestServerPart = ({ log }: Context, db: Database): ReadyPart => {
  const isEarlier = createEarlierServerCheck(db);
  let wasEarlier = false;
  const check = async (): Promise<void> => {
    const earlier = await isEarlier().catch(() => null);
    // The database did not answer. Another part reports that.
    if (earlier === null) return;
    if (earlier && !wasEarlier)
      log.error(
        'the database server is from before a takeover: not ready until DATABASE_URL leads to the later server or this process is restarted',
      );
    wasEarlier = earlier;
    if (earlier) throw new Error('the database server is from before a takeover');
  };
  return { name: 'latest database server', vital: true, check };
};
/** The storage of files. Not vital: most routes work without it. */
export const filesPart = ({ storage }: FileStores): ReadyPart => ({ name: 'files', vital: false, check: storage.check });

/** Returns the vital parts of both APIs. */
export const databaseParts = async (context: Context, db: Database): Promise<ReadyPart[]> => [
  await databasePart(db),
  await schemaPart(db),
  latestServerPart(context, db),
];
