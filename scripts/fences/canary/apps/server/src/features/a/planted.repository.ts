import { sql } from 'kysely';

// Planted: tables-have-owners has to find this.
export const planted = sql`update b_table set id = ''`;
