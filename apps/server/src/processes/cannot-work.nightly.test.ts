import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../test/fresh-world.ts';
import { newId } from '../platform/ids.ts';

let world: FreshWorld;
let page: string;
beforeAll(async () => {
  world = await freshWorld();
  page = inject('folder');
  writeFileSync(`${page}/index.html`, '<html></html>');
  writeFileSync(`${page}/no-certificate.crt`, 'nothing of the kind');
});
afterAll(() => world.close());

/** Starts a process with a fault that must end it. Returns its exit code and its last output. */
const refusal = async (name: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [`apps/server/src/processes/${name}.ts`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      ENDCAP_ADMIN_PORT: '0',
      ENDCAP_APP_PORT: '0',
      DATABASE_URL: world.databaseUrl,
      ENDCAP_OIDC_ISSUER: inject('issuer'),
      ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
      ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
      ENDCAP_PUSH_CREDENTIALS_FILE: inject('credentialsFile'),
      ENDCAP_WEB_DIR: page,
      ENDCAP_FILES_DIR: `${page}/written`,
      ...env,
    },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
};

describe('code and schema of different versions', { tags: ['D-03', 'D-22'] }, () => {
  const LAST = '(select max(name) from kysely_migration)';
  const on = async (change: string, back: string, tried: () => Promise<void>): Promise<void> => {
    await sql.raw(change).execute(world.db);
    await tried().finally(() => sql.raw(back).execute(world.db));
  };
  const older = [
    `create table kept_step as select * from kysely_migration where name = ${LAST}; delete from kysely_migration where name = ${LAST}`,
    'insert into kysely_migration select * from kept_step; drop table kept_step',
  ] as const;
  const newer = ["insert into schema_need values ('9999-takes-away')", 'delete from schema_need'] as const;

  test.each(['admin-api', 'app-api', 'push-worker'])('%s does not start on a schema that it does not fit', async (name) => {
    await on(...older, async () =>
      expect(await refusal(name, {})).toEqual({
        code: 78,
        output: expect.stringMatching(/DATABASE_URL \(the database lacks \d{4}-.+: run the migrations first\)/),
      }),
    );
    await on(...newer, async () =>
      expect(await refusal(name, {})).toEqual({
        code: 78,
        output: expect.stringContaining('has become 9999-takes-away, which this version does not know'),
      }),
    );
  });
});

describe('a configuration error exits with code 78 and names the setting', { tags: ['D-1A'] }, () => {
  const wrongPassword = () => ({ DATABASE_URL: world.databaseUrl.replace(/:[^:@/]+@/, ':hunter2@') });
  test.each(['admin-api', 'app-api', 'push-worker', 'migrate'])('%s: a wrong password, which is not printed', async (name) =>
    expect(await refusal(name, wrongPassword())).toEqual({
      code: 78,
      output: `${name}: Configuration: DATABASE_URL (the password is wrong)\n`,
    }),
  );
  test('migrate: a database that cannot take the migrations', { tags: ['E-7B'] }, async () => {
    const name = `ascii_${newId()}`;
    await sql.raw(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`).execute(world.db);
    expect(await refusal('migrate', { DATABASE_URL: world.databaseUrl.replace(/[^/]+$/, name) })).toEqual({
      code: 78,
      output: expect.stringContaining('migrate: Configuration: DATABASE_URL (the database is encoded in SQL_ASCII: '),
    });
    await sql.raw(`drop database ${name} with (force)`).execute(world.db);
  });
  test('no password, no such database', async () => {
    const without = { DATABASE_URL: world.databaseUrl.replace(/:[^:@/]+@/, '@') };
    expect(await refusal('app-api', without)).toMatchObject({
      code: 78,
      output: expect.stringContaining('DATABASE_URL (the password is missing'),
    });
    const nowhere = { DATABASE_URL: world.databaseUrl.replace(/[^/]+$/, 'no_such_database') };
    expect(await refusal('app-api', nowhere)).toMatchObject({
      code: 78,
      output: expect.stringContaining('DATABASE_URL (there is no such database)'),
    });
  });
  test('a page that was not built, a folder that cannot be written', async () => {
    expect(await refusal('admin-api', { ENDCAP_WEB_DIR: '/nowhere' })).toMatchObject({
      code: 78,
      output: expect.stringContaining('ENDCAP_WEB_DIR (no built page'),
    });
    expect(await refusal('admin-api', { ENDCAP_FILES_DIR: '/dev/null/files' })).toMatchObject({
      code: 78,
      output: expect.stringContaining('ENDCAP_FILES_DIR (cannot'),
    });
  });
  test('missing or invalid push credentials and certificates', async () => {
    const broken = `${page}/no-certificate.crt`;
    for (const [setting, file] of [
      ['ENDCAP_PUSH_CREDENTIALS_FILE', broken],
      ['ENDCAP_PUSH_CREDENTIALS_FILE', '/nowhere'],
      ['ENDCAP_PUSH_CREDENTIALS_FILE', ''],
      ['ENDCAP_PUSH_CA_FILE', broken],
      ['ENDCAP_PUSH_CA_FILE', '/nowhere'],
    ] as const)
      expect(await refusal('push-worker', { [setting]: file }), setting).toMatchObject({
        code: 78,
        output: expect.stringContaining(`${setting} (`),
      });
  });
});
