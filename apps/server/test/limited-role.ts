import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import type { FreshWorld } from './fresh-world.ts';

/** Creates a role with the grants of `ROLE` and returns the database URL for it. The role is dropped when the test ends. */
export const limitedRole = async ({ db, databaseUrl }: FreshWorld, grants: string): Promise<{ role: string; url: string }> => {
  const role = `role_${newId()}`;
  await sql.raw(`create role ${role} login password 'secret'; ${grants.replaceAll('ROLE', role)}`).execute(db);
  onTestFinished(async () => void (await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(db)));
  const url = new URL(databaseUrl);
  [url.username, url.password] = [role, 'secret'];
  return { role, url: url.href };
};
