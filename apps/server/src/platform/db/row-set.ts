import { type RawBuilder, sql } from 'kysely';
import { columnOf } from './connection.ts';

/** Returns a row set in the column types of a table, from one parameter for any number of rows. Fields that a row omits are null. */
export const rowSet = <Row extends object>(table: string, rows: readonly Row[]): RawBuilder<Row> => {
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])));
  return sql<Row>`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::jsonb)`;
};
