import { sql } from 'kysely';

// Planted: tables-have-owners has to find both.
export const planted = sql`update b_table set id = ''`;
export const behindAComma = sql`select 1 from a_table as a, b_other other where a.id = other.id`;
