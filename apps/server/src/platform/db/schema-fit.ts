import { readdir, readFile } from 'node:fs/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isDatabaseAway, lacksRights } from './connection.ts';

/** The folder of this version's steps. */
export const ours = new URL('../../../migrations/', import.meta.url);

/** Returns the names of this version's steps, in order. */
export const ownSteps = async (folder = ours): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort();

/** Returns the tables that the steps of this version create, also those that were dropped later. */
export const ownTables = async (): Promise<Set<string>> => {
  const texts: string[] = [];
  // One after the other: a process may have few file descriptors.
  for (const step of await ownSteps()) texts.push(await readFile(new URL(`${step}.sql`, ours), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bcreate (?:unlogged )?table (\w+)/gi)].map(([, name = '']) => name)));
};

/** Reads the names in a table that an older or empty database may lack. */
const namesIn = async (db: QueryExecutorProvider, table: string, column: string): Promise<string[]> => {
  const { rows: tables } = await sql<{ isThere: boolean }>`select to_regclass(${table}) is not null as "isThere"`.execute(db);
  if (!tables[0]?.isThere) return [];
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)} order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

/** Returns the names of the steps that a database has. */
export const appliedSteps = (db: QueryExecutorProvider): Promise<string[]> => namesIn(db, 'kysely_migration', 'name');

/** Returns the names of this version's steps that a database lacks. */
export const missingSteps = async (db: QueryExecutorProvider, steps?: readonly string[]): Promise<string[]> => {
  const applied = new Set(await appliedSteps(db));
  return (steps ?? (await ownSteps())).filter((step) => !applied.has(step));
};

const misfit = async (db: QueryExecutorProvider, steps: readonly string[]): Promise<string | null> => {
  const missing = await missingSteps(db, steps);
  if (missing.length > 0) return `the database lacks ${missing[0]} and what comes after it: run the migrations first`;
  const tooNew = (await namesIn(db, 'schema_need', 'step')).find((step) => !steps.includes(step));
  return tooNew ? `the database has become ${tooNew}, which this version does not know: run a later one` : null;
};

/**
 * Returns why this version cannot work on a database, as a sentence; null when it can. The database must have every step of this version,
 * and require none that this version lacks (D-03, D-22). Steps of a later version that an earlier one can ignore are not required. Null
 * also while the database does not answer, which other checks report. Any other error is thrown.
 */
export const schemaMisfit = async (db: QueryExecutorProvider, steps: readonly string[]): Promise<string | null> => {
  try {
    return await misfit(db, steps);
  } catch (error) {
    if (lacksRights(error))
      return 'its role may not read which migrations there are: let it own the tables, or grant it the rights of deploy/database.sql';
    if (isDatabaseAway(error)) return null;
    throw error;
  }
};
