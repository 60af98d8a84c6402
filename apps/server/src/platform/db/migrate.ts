import { readdir, readFile } from 'node:fs/promises';
import { Migrator } from 'kysely/migration';
import { type Kysely, sql } from 'kysely';

const folder = new URL('../../../migrations/', import.meta.url);

/** Applies the plain SQL files of `migrations/` that are missing, each once; several processes may call it together. Returns the names applied. */
export const migrate = async <T>(db: Kysely<T>): Promise<string[]> => {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => {
        const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
        const entries = files.map(async (name) => {
          const text = await readFile(new URL(name, folder), 'utf8');
          return [
            name.replace(/\.sql$/, ''),
            { up: async (within: Kysely<unknown>) => void (await sql.raw(text).execute(within)) },
          ] as const;
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
};
