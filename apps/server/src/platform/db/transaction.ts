import { setTimeout as sleep } from 'node:timers/promises';
import type { Resource } from '@endcap/contract/core';
import type { Kysely, Transaction } from 'kysely';
import { isDatabaseUnavailable } from './connection.ts';

// Deadlock, serialization failure, unique violation between two writers of the same row.
const RETRYABLE = new Set(['40P01', '40001', '23505']);

// Lock timeout, and deadlock.
const LOCKED_OUT = new Set(['55P03', '40P01']);

/** Returns whether a lock was not available in time, or a deadlock was resolved against this session. */
export const isLockedOut = (error: unknown): boolean => error instanceof Error && 'code' in error && LOCKED_OUT.has(String(error.code));

/** Returns whether a statement failed only because another writer was faster. */
const isOutrun = (error: unknown): boolean => error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code));

/** Returns whether a retry may succeed. */
export const isTemporary = (error: unknown): boolean => isOutrun(error) || isDatabaseUnavailable(error);

/** By SQLSTATE. */
const resources: Readonly<Record<string, readonly [Resource, string]>> = {
  '57014': ['time', 'a statement of the database took longer than it may, or was cancelled'],
  '25P03': ['time', 'this process was too busy to go on with its transaction'],
  '55P03': ['locks', 'another session held a lock for too long'],
  '53200': ['memory', 'the database server has no memory left'],
  '53100': ['disk', 'the disk of the database server is full'],
  '53300': ['connections', 'the database server has no connection left'],
  '53400': ['temporaryFiles', 'a statement needs larger temporary files than the database allows (temp_file_limit)'],
};

/** Returns the resource that PostgreSQL ran out of when it ended a transaction, with a description; null for any other error. */
export const ranOut = (error: unknown): { resource: Resource; says: string } | null => {
  const [resource, says] = (error instanceof Error && 'code' in error && resources[String(error.code)]) || [];
  return resource && says ? { resource, says } : null;
};

const APART_MS = 50;

/** Runs all-or-nothing `work`, again up to four times when it only lost against another writer (F54). */
export const retryWhenOutrun = async <R>(work: () => Promise<R>, attempts = 5): Promise<R> => {
  try {
    return await work();
  } catch (error) {
    if (attempts <= 1 || !isOutrun(error)) throw error;
    // Random, so that transactions that failed together do not conflict again.
    await sleep(Math.random() * APART_MS);
    return retryWhenOutrun(work, attempts - 1);
  }
};

// Work in a transaction has the type of the database it was opened on. Kysely's own types would be compared part by part at every call.
type Opening = Pick<Kysely<never>, 'transaction' | 'startTransaction'>;
/** A database on which transactions can be opened. */
type Openable = Record<keyof Opening, unknown>;
const inside = <D, R>(work: (trx: D) => Promise<R>) => work as unknown as (trx: Transaction<never>) => Promise<R>;

/** Runs `work` in a transaction, again when it was outrun. */
export const inTransaction = <D extends Openable, R>(db: D, work: (trx: D) => Promise<R>): Promise<R> =>
  retryWhenOutrun(() => (db as unknown as Opening).transaction().execute(inside(work)));

/** Runs `work` in a transaction and rolls it back. */
export const inVain = async <D extends Openable, R>(
  db: D,
  work: (trx: D) => Promise<R>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<R> => {
  const trx = await (db as unknown as Opening).startTransaction().setIsolationLevel(isolation).execute();
  try {
    return await inside(work)(trx);
  } finally {
    await trx.rollback().execute();
  }
};

/** Runs several reads on one snapshot of the database. */
export const inOneState = <D extends Openable, R>(db: D, read: (trx: D) => Promise<R>): Promise<R> =>
  (db as unknown as Opening).transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(inside(read));

/** The same for work that locks rows, as a save does before it writes. */
export const tryInOneState = <D extends Openable, R>(db: D, work: (trx: D) => Promise<R>): Promise<R> =>
  retryWhenOutrun(() => inVain(db, work, 'repeatable read'));
