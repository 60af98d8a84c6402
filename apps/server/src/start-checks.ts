import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ConfigurationError } from './configuration-error.ts';
import { ping } from './platform/db/ping.ts';
import { ownSteps, schemaMisfit } from './platform/db/schema-fit.ts';
import { folderStorage } from './platform/files/folder-storage.ts';
import type { Database } from './tables.ts';

/** Errors of PostgreSQL, by SQLSTATE, that a retry cannot fix. */
const hopeless: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not sign in',
  '3D000': 'there is no such database',
};
const whyHopeless = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error.message.startsWith('SASL')) return 'the password is missing or wrong';
  if (error.message.includes('unsupported startup parameter'))
    return 'a pooler refuses our options: set ENDCAP_DATABASE_DIRECT_URL as well, docs/operators/pgbouncer.md';
  return 'code' in error ? hopeless[String(error.code)] : undefined;
};

/** Throws a `ConfigurationError` if the database rejects our login. An outage is no error here, since a retry may succeed. */
export const databaseMustLetIn = async (db: Database, setting = 'DATABASE_URL'): Promise<void> => {
  const reason = await ping(db).then(() => undefined, whyHopeless);
  if (reason) throw new ConfigurationError([`${setting} (${reason})`]);
};

/** Throws a `ConfigurationError` if the schema belongs to another version. An outage is no error here, since a retry may succeed. */
export const databaseMustFit = async (db: Database): Promise<void> => {
  await databaseMustLetIn(db);
  const reason = await schemaMisfit(db, await ownSteps());
  if (reason) throw new ConfigurationError([`DATABASE_URL (${reason})`]);
};

export const pageMustBeBuilt = async ({ ENDCAP_WEB_DIR }: Config): Promise<void> => {
  await access(join(ENDCAP_WEB_DIR, 'index.html')).catch(() => {
    throw new ConfigurationError([`ENDCAP_WEB_DIR (no built page in ${ENDCAP_WEB_DIR})`]);
  });
};

export const filesMustBeWritable = async ({ ENDCAP_FILES_DIR, ENDCAP_FILES_S3_BUCKET }: Config): Promise<void> => {
  if (ENDCAP_FILES_S3_BUCKET) return;
  await folderStorage(ENDCAP_FILES_DIR)
    .check()
    .catch(() => {
      throw new ConfigurationError([`ENDCAP_FILES_DIR (cannot write to ${ENDCAP_FILES_DIR})`]);
    });
};
