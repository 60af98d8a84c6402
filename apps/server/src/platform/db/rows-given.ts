import { type RawBuilder, sql } from 'kysely';
import { columnOf } from './connection.ts';

/** Rows to be written to a table, to select from, in the types of its columns: one parameter however many they are. What a row does not name is null. */
export const rowsGiven = <Row extends object>(table: string, rows: readonly Row[]): RawBuilder<Row> => {
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])));
  return sql<Row>`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::jsonb)`;
};
