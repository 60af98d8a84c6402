import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Number of rows that are read at once, small enough that other work is not delayed. */
export const ROWS_AT_ONCE = 500;

/**
 * Reads the rows of a query with a cursor, in pieces of at most `ROWS_AT_ONCE` rows, so that one piece at a time is in memory. No piece
 * is empty. Call it within a transaction and read it to the end. Meanwhile the transaction may run other statements, but no second call
 * of this.
 */
export async function* inPieces<R>(trx: QueryExecutorProvider, query: RawBuilder<R>): AsyncGenerator<R[]> {
  await sql`declare piece no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(ROWS_AT_ONCE)} from piece`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close piece`.execute(trx);
}
