import { type QueryExecutorProvider, sql } from 'kysely';

/** The time of the database, by which plans start and rules take effect (E-05). */
export const databaseNow = async (db: QueryExecutorProvider): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0].now;
};
