import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { buildIndexes, indexesOf, refuseUnbuilt, Unbuilt } from './index-steps.ts';
import { assertMigratable, Unmigratable } from './migration-needs.ts';
import { BASELINE, isBeforeBaseline, ours, ownSteps, readStep, recordedSteps, sinceBaseline } from './schema-fit.ts';
import { openDatabase, openPool, UNLIMITED } from './connection.ts';
import { isLockedOut } from './transaction.ts';

/** While a migration waits for a lock, every call that comes after it waits too. */
const LOCK_WITHIN_MS = 1_000;
const LOCK_TRIES = 12;
const LONGEST_PAUSE_MS = 30_000;
const FIRST_UPGRADE = 'upgrade it to the last of those versions first, or start with an empty database';

const readSteps = async (folder: URL) => {
  const entries = (await ownSteps(folder)).map(async (name) => {
    const text = await readStep(name, folder);
    const indexes = indexesOf(text);
    const up = async (within: Kysely<unknown>): Promise<void> => {
      if (indexes) return refuseUnbuilt(within, indexes);
      await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(within);
      await sql.raw(text).execute(within);
    };
    return [name, { up }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

const EMPTY: Migration = { up: async () => {} };
/**
 * Adds empty steps for migrations that ran on a database and that this version lacks, so that Kysely accepts them: those of a later version
 * (D-22) and those that the baseline replaces.
 */
const withForeign = (steps: Record<string, Migration>, recorded: readonly string[]): Record<string, Migration> => {
  const own = Object.keys(steps).toSorted();
  const [first = '', last = ''] = [own[0], own.at(-1)];
  const foreign = recorded.filter((name) => name < first || name > last);
  return { ...steps, ...Object.fromEntries(foreign.map((name) => [name, EMPTY])) };
};

/**
 * Applies the next step in its own transaction and returns its name; undefined if none is left. A step that does not get a lock is rolled
 * back and retried. A step of indexes only is retried once they are built.
 */
const takeStep = async (db: Kysely<unknown>, migrator: Migrator, attempt = 1): Promise<string | undefined> => {
  const { error, results = [] } = await migrator.migrateUp();
  if (!error) return results[0]?.migrationName;
  if (error instanceof Unbuilt) {
    await buildIndexes(db, error.indexes);
    return takeStep(db, migrator);
  }
  if (!isLockedOut(error) || attempt >= LOCK_TRIES) throw error;
  await sleep(Math.min(LONGEST_PAUSE_MS, LOCK_WITHIN_MS * 2 ** (attempt - 1)));
  return takeStep(db, migrator, attempt + 1);
};

/**
 * Applies the missing steps of a folder, each once, and returns their names. Several processes may call it together. It uses its own
 * connection without the time limits of requests (decision 38). Throws `Unmigratable` before it changes anything if the database cannot take
 * the steps.
 */
export const migrate = async (url: string, folder = ours): Promise<string[]> => {
  const db = openDatabase<unknown>(openPool({ url, poolSize: 1, onError: () => {}, limits: UNLIMITED }));
  try {
    const own: Record<string, Migration> = await readSteps(folder);
    const recorded = await recordedSteps(db);
    const applied = sinceBaseline(recorded);
    if (Object.keys(own).some((name) => !applied.includes(name))) await assertMigratable(db);
    if (BASELINE in own) {
      if (isBeforeBaseline(recorded))
        throw new Unmigratable([`the database has ${recorded.at(-1)}, of a version before the baseline of the schema: ${FIRST_UPGRADE}`]);
      if (applied.includes(BASELINE)) own[BASELINE] = EMPTY;
    }
    const steps = withForeign(own, recorded);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
    const taken: string[] = [];
    for (let step = await takeStep(db, migrator); step !== undefined; step = await takeStep(db, migrator)) taken.push(step);
    return taken;
  } finally {
    await db.destroy();
  }
};

/** Applies steps to an empty database within a transaction. No other session exists that a lock or an index build could block. */
export const makeSchema = async (within: Transaction<unknown>, steps: readonly string[], folder = ours): Promise<void> => {
  const step = (name: string): [string, Migration] => [
    name,
    { up: async (db) => void (await sql.raw(await readStep(name, folder)).execute(db)) },
  ];
  const migrator = new Migrator({ db: within, provider: { getMigrations: async () => Object.fromEntries(steps.map(step)) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
