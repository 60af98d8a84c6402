import { readdir, readFile } from 'node:fs/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isDatabaseAway, lacksRights } from './connection.ts';

/** The folder of this version's steps. */
export const ours = new URL('../../../migrations/', import.meta.url);
const schema = new URL('../../../schema/', import.meta.url);

/** The step that makes the baseline of the schema, from the files of `apps/server/schema`. */
export const BASELINE = '0094-baseline';
/** The last step of the versions before the baseline. A database that has it has the schema of the baseline. */
const LAST_BEFORE = '0093-names-of-uploads';

const sqlFiles = async (folder: URL): Promise<string[]> => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** Returns the names of this version's steps, in order. */
export const ownSteps = async (folder = ours): Promise<string[]> => (await sqlFiles(folder)).map((name) => name.replace(/\.sql$/, ''));

/** Reads the statements of a step. */
export const readStep = async (step: string, folder = ours): Promise<string> => {
  if (step !== BASELINE) return readFile(new URL(`${step}.sql`, folder), 'utf8');
  const texts: string[] = [];
  // One after the other: a process may have few file descriptors.
  for (const name of await sqlFiles(schema)) texts.push(await readFile(new URL(name, schema), 'utf8'));
  return texts.join('\n');
};

/** Returns the tables that the steps of this version create, also those that were dropped later. */
export const ownTables = async (): Promise<Set<string>> => {
  const texts: string[] = [];
  for (const step of await ownSteps()) texts.push(await readStep(step));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bcreate (?:unlogged )?table (\w+)/gi)].map(([, name = '']) => name)));
};

/** Replaces the steps of the versions before the baseline by the baseline. Returns other names as they are. */
export const sinceBaseline = (steps: readonly string[]): string[] =>
  steps.includes(LAST_BEFORE) ? [BASELINE, ...steps.filter((step) => step > BASELINE)] : [...steps];

/** True for a database or backup of a version before the baseline that lacks some steps of the last of these versions. */
export const isBeforeBaseline = (steps: readonly string[]): boolean =>
  !steps.includes(LAST_BEFORE) && steps.some((step) => step < BASELINE);

/** Reads the names in a table that an older or empty database may lack. */
const namesIn = async (db: QueryExecutorProvider, table: string, column: string): Promise<string[]> => {
  const { rows: tables } = await sql<{ isThere: boolean }>`select to_regclass(${table}) is not null as "isThere"`.execute(db);
  if (!tables[0]?.isThere) return [];
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)} order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

/** Returns the names of the steps that ran on a database. */
export const recordedSteps = (db: QueryExecutorProvider): Promise<string[]> => namesIn(db, 'kysely_migration', 'name');

/** Returns the names of the steps that a database has. */
const appliedSteps = async (db: QueryExecutorProvider): Promise<string[]> => sinceBaseline(await recordedSteps(db));

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
