import { sql } from 'kysely';

// Planted: tables-have-owners looks into folders of a feature.
export const planted = sql`update b_table set id = ''`;
