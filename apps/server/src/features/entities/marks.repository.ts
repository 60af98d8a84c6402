import { type RawBuilder, sql } from 'kysely';

/** The author and time of a write. */
export type Mark = { by: string; at: Date };

/** Columns of a row that is made, of one that is changed, and of one that is hidden. */
export const made = (id: string, { by, at }: Mark) => ({ id, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by, deletedAt: null });
export const changed = ({ by, at }: Mark) => ({ updatedAt: at, updatedBy: by, revision: sql<number>`revision + 1` });
export const hidden = (mark: Mark) => ({ ...changed(mark), deletedAt: mark.at });

export type StoredMarks = { revision: number; createdAt: string; createdBy: string | null; updatedAt: string; updatedBy: string | null };

/** An instant in ISO 8601 UTC (API-GEN-12). */
export const instantOf = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Returns the name of a staff member, or the id if they never signed in. */
export const nameOf = <P extends string | null>(person: RawBuilder<P>) =>
  sql<P>`coalesce((select n.name from staff_name n where n.person = ${person}), ${person})`;

/** A store's name with its city, the city once: `nameWithCity` of the contract in SQL (E-6G). */
export const nameWithCityOf = (name: RawBuilder<string>, city: RawBuilder<string>) =>
  sql<string>`case when strpos(concat(' ', lower(${name}), ' '), concat(' ', lower(${city}), ' ')) > 0 then ${name} else ${name} || ', ' || ${city} end`;

/** Columns with the authors and times of the creation and the last change of a row of `table`. */
export const marksOf = (table: string) => [
  sql.ref<number>(`${table}.revision`).as('revision'),
  instantOf(sql.ref(`${table}.created_at`)).as('createdAt'),
  nameOf(sql.ref<string | null>(`${table}.created_by`)).as('createdBy'),
  instantOf(sql.ref(`${table}.updated_at`)).as('updatedAt'),
  nameOf(sql.ref<string | null>(`${table}.updated_by`)).as('updatedBy'),
];
