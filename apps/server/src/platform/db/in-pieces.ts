import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** So many rows are read without anybody else having to wait long. */
export const ROWS_AT_ONCE = 500;

/**
 * All that a question finds, in pieces of at most `ROWS_AT_ONCE` rows, none of them empty: however much it is, a piece is in memory. Only within a
 * transaction, and read to the end; meanwhile the transaction may be asked other things, but not this way.
 */
export async function* inPieces<R>(trx: QueryExecutorProvider, question: RawBuilder<R>): AsyncGenerator<R[]> {
  await sql`declare piece no scroll cursor for ${question}`.execute(trx);
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(ROWS_AT_ONCE)} from piece`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close piece`.execute(trx);
}
