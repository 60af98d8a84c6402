import type { Kysely, Transaction } from 'kysely';

// Deadlock, serialization failure, unique violation between two writers of the same row.
const RETRYABLE = new Set(['40P01', '40001', '23505']);

/** Runs `work` in a transaction, again up to twice when it only lost against another writer (F54). */
export const inTransaction = async <T, R>(db: Kysely<T>, work: (trx: Transaction<T>) => Promise<R>, attempts = 3): Promise<R> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (attempts <= 1 || !RETRYABLE.has(code)) throw error;
    return inTransaction(db, work, attempts - 1);
  }
};
