// Planted: sql-lives-in-repositories has to find this.
export { sql } from 'kysely';
