import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

type Index = { isMade: boolean; name: string; concurrently: string };

/** Key of the advisory lock of the process that builds; any number. */
const BUILDING = 6_868;
const POLL_MS = 200;
const ONE = /^(?:(create(?: unique)? index)|drop index) (\w+)(\s+on .+)?$/is;

/** Returns the indexes that a file creates and drops; null if it does anything else. */
export const indexesOf = (text: string): Index[] | null => {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const indexes = statements.flatMap((statement) => {
    const [match, create, name = '', rest = ''] = ONE.exec(statement) ?? [];
    if (match === undefined || (create === undefined) !== (rest === '')) return [];
    const concurrently = create ? `${create} concurrently ${name}${rest}` : `drop index concurrently ${name}`;
    return [{ isMade: create !== undefined, name, concurrently }];
  });
  return statements.length > 0 && indexes.length === statements.length ? indexes : null;
};

/** `invalid`: its build was interrupted. */
const stateOf = async (db: Kysely<unknown>, { name }: Index): Promise<'valid' | 'invalid' | 'absent'> => {
  const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  );
  return rows[0] ? (rows[0].valid ? 'valid' : 'invalid') : 'absent';
};
const aimOf = ({ isMade }: Index): 'valid' | 'absent' => (isMade ? 'valid' : 'absent');

const build = async (db: Kysely<unknown>, index: Index): Promise<void> => {
  const state = await stateOf(db, index);
  if (state === aimOf(index)) return;
  if (index.isMade && state === 'invalid') await sql`drop index concurrently ${sql.id(index.name)}`.execute(db);
  await sql.raw(index.concurrently).execute(db);
};

/** Thrown in the transaction of a step whose indexes are still to be built, outside of it. */
export class Unbuilt extends Error {
  readonly indexes: readonly Index[];
  constructor(indexes: readonly Index[]) {
    super(`not built yet: ${indexes.map(({ name }) => name).join(', ')}`);
    this.indexes = indexes;
  }
}

export const refuseUnbuilt = async (within: Kysely<unknown>, indexes: readonly Index[]): Promise<void> => {
  for (const index of indexes) if ((await stateOf(within, index)) !== aimOf(index)) throw new Unbuilt(indexes);
};

/**
 * Builds and drops indexes while others write, on a pool of one connection. One process does so at a time. Others poll instead of waiting
 * for the lock, because a build waits for every running statement, also for one that waits for that lock.
 */
export const buildIndexes = async (db: Kysely<unknown>, indexes: readonly Index[]): Promise<void> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${sql.lit(BUILDING)}) as mine`.execute(db);
  if (!rows[0]?.mine) return sleep(POLL_MS);
  try {
    for (const index of indexes) await build(db, index);
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(BUILDING)})`.execute(db);
  }
};
