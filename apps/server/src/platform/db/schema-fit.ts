import { readdir, readFile } from 'node:fs/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isDatabaseAway, lacksRights } from './connection.ts';

/** The folder of this version's steps. */
export const ours = new URL('../../../migrations/', import.meta.url);

/** Names of the steps that this version of the code knows, in their order. */
export const knownSteps = async (folder = ours): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort();

/** Tables that some step of this version makes, whether they are still there or not. */
export const ownTables = async (): Promise<Set<string>> => {
  const texts: string[] = [];
  // One after the other: a process may have few file descriptors.
  for (const step of await knownSteps()) texts.push(await readFile(new URL(`${step}.sql`, ours), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bcreate (?:unlogged )?table (\w+)/gi)].map(([, name = '']) => name)));
};

/** The names in a table that an older database, or an empty one, does not have. */
const namesIn = async (db: QueryExecutorProvider, table: string, column: string): Promise<string[]> => {
  const { rows: found } = await sql<{ isThere: boolean }>`select to_regclass(${table}) is not null as "isThere"`.execute(db);
  if (!found[0]?.isThere) return [];
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)} order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

/** Names of the steps that a database has. */
export const appliedSteps = (db: QueryExecutorProvider): Promise<string[]> => namesIn(db, 'kysely_migration', 'name');

/** Names of the steps that this version knows and a database lacks. */
export const missingSteps = async (db: QueryExecutorProvider, known?: readonly string[]): Promise<string[]> => {
  const applied = new Set(await appliedSteps(db));
  return (known ?? (await knownSteps())).filter((step) => !applied.has(step));
};

const misfit = async (db: QueryExecutorProvider, known: readonly string[]): Promise<string | null> => {
  const missing = await missingSteps(db, known);
  if (missing.length > 0) return `the database lacks ${missing[0]} and what comes after it: run the migrations first`;
  const tooNew = (await namesIn(db, 'schema_need', 'step')).find((step) => !known.includes(step));
  return tooNew ? `the database has become ${tooNew}, which this version does not know: run a later one` : null;
};

/**
 * Why this version cannot work on a database, in a sentence; null when it can: the database has every step that this version knows and none that it
 * would have to know (D-03, D-22). Steps that a later version added and an earlier one can ignore do not count. Null also while the database does not
 * answer, which other checks report; any other error is thrown.
 */
export const schemaMisfit = async (db: QueryExecutorProvider, known: readonly string[]): Promise<string | null> => {
  try {
    return await misfit(db, known);
  } catch (error) {
    if (lacksRights(error))
      return 'its role may not read which migrations there are: let it own the tables, or grant it the rights of deploy/database.sql';
    if (isDatabaseAway(error)) return null;
    throw error;
  }
};
