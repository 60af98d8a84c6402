import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../test/fresh-world.ts';
import { buildAppApi } from '../compose-app-api.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { openPush } from '../open-push.ts';
import { databaseMustFit, databaseMustLetIn, filesMustBeWritable, pageMustBeBuilt } from '../start-checks.ts';
import { connectDatabase } from '../context.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

/** Returns the message of the ConfigurationError of a startup check. The process prints it and exits with code 78. */
const refusal = async (check: () => unknown): Promise<string> => {
  const error = await Promise.resolve()
    .then(check)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(ConfigurationError);
  return (error as ConfigurationError).message;
};
/** Runs a check with the database at another URL. */
const at = async (url: string, check: typeof databaseMustFit): Promise<string> => {
  const db = connectDatabase({ ...world.world, config: { ...world.world.config, DATABASE_URL: url } });
  return refusal(() => check(db)).finally(() => db.destroy());
};

describe('code and schema of different versions', () => {
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
  const misfit = () => refusal(() => databaseMustFit(world.db));

  test('a process refuses a schema that is older or newer than it can work with', { tags: ['D-03', 'D-22'] }, async () => {
    await on(...older, async () =>
      expect(await misfit()).toMatch(/DATABASE_URL \(the database lacks \d{4}-.+: run the migrations first\)/),
    );
    await on(...newer, async () => expect(await misfit()).toContain('has become 9999-takes-away, which this version does not know'));
  });
  test(
    'a running API is not ready while the schema does not fit, and accepts what a later version only added',
    { tags: ['D-03', 'D-22'] },
    async () => {
      const ready = async () => {
        const { statusCode, body } = await (await buildAppApi(world.world, world.db)).inject('/readyz');
        return [statusCode, JSON.parse(body)];
      };
      await on(...older, async () => expect(await ready()).toMatchObject([503, { status: 'unavailable', missing: ['schema'] }]));
      await on(...newer, async () => expect(await ready()).toMatchObject([503, { status: 'unavailable', missing: ['schema'] }]));
      const later = "insert into kysely_migration values ('9999-adds', now()::text)";
      await on(later, "delete from kysely_migration where name = '9999-adds'", async () => expect((await ready())[0]).toBe(200));
    },
  );
});

describe('settings that cannot work are named', () => {
  test.each([databaseMustFit, databaseMustLetIn])('a wrong password, which is not repeated: %o', { tags: ['D-1A'] }, async (check) =>
    expect(await at(world.databaseUrl.replace(/:[^:@/]+@/, ':hunter2@'), check)).toBe(
      'Configuration: DATABASE_URL (the password is wrong)',
    ),
  );
  test('a missing password and a database that does not exist', { tags: ['D-1A'] }, async () => {
    expect(await at(world.databaseUrl.replace(/:[^:@/]+@/, '@'), databaseMustFit)).toContain('DATABASE_URL (the password is missing');
    expect(await at(world.databaseUrl.replace(/[^/]+$/, 'no_such_database'), databaseMustFit)).toContain(
      'DATABASE_URL (there is no such database)',
    );
  });
  test('a page that was not built, a folder that cannot be written to', { tags: ['D-1A'] }, async () => {
    const { config } = world.world;
    expect(await refusal(() => pageMustBeBuilt({ ...config, ENDCAP_WEB_DIR: '/nowhere' }))).toContain('ENDCAP_WEB_DIR (no built page');
    expect(await refusal(() => filesMustBeWritable({ ...config, ENDCAP_FILES_DIR: '/dev/null/files' }))).toContain(
      'ENDCAP_FILES_DIR (cannot',
    );
  });
  test('push credentials and certificates that cannot be used', { tags: ['D-1A', 'E-77'] }, async () => {
    const broken = `${inject('folder')}/no-certificate.crt`;
    writeFileSync(broken, 'nothing of the kind');
    for (const [setting, file, why] of [
      ['ENDCAP_PUSH_CREDENTIALS_FILE', broken, `Push credentials ${broken}: the file is not JSON`],
      ['ENDCAP_PUSH_CREDENTIALS_FILE', '/nowhere', 'Push credentials /nowhere: there is no such file'],
      ['ENDCAP_PUSH_CREDENTIALS_FILE', undefined, 'missing'],
      ['ENDCAP_PUSH_CA_FILE', broken, `${broken}: the file holds no certificate`],
      ['ENDCAP_PUSH_CA_FILE', '/nowhere', '/nowhere: there is no such file'],
    ] as const) {
      const config = { ...world.world.config, [setting]: file };
      expect(await refusal(() => openPush({ ...world.world, config })), setting).toBe(`Configuration: ${setting} (${why})`);
    }
  });
});

describe('outages are reported by /readyz', () => {
  test('an old primary that came back is named, and logged once', { tags: ['E-73', 'OPS-08'] }, async () => {
    const moved = await freshWorld();
    const be = (timeline: string) =>
      sql
        .raw(`create or replace function incarnation() returns text language sql stable as $$ select '7/${timeline}/5/16' $$`)
        .execute(moved.db);
    const lines: { msg: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const app = await buildAppApi({ ...moved.world, log }, moved.db);
    const ready = async () => {
      const { statusCode, body } = await app.inject('/readyz');
      return [statusCode, JSON.parse(body)];
    };
    await be('0000000A');
    expect(await ready()).toMatchObject([200, { status: 'ready' }]);
    await be('00000009');
    const earlier = [503, { status: 'unavailable', missing: ['latest database server'] }];
    await expect.poll(ready).toMatchObject(earlier);
    await be('0000000A');
    await expect.poll(ready).toMatchObject([200, { status: 'ready' }]);
    expect(lines.filter(({ msg }) => msg.startsWith('the database server is from before a takeover'))).toHaveLength(1);
    await app.close();
    await moved.close();
  });
  test('an identity provider, a bucket and a database that cannot be reached are named', { tags: ['D-1A'] }, async () => {
    const alone = await freshWorld({
      ENDCAP_OIDC_ISSUER: 'http://127.0.0.1:1',
      ENDCAP_FILES_S3_BUCKET: 'b',
      ENDCAP_FILES_S3_KEY: 'k',
      ENDCAP_FILES_S3_SECRET: 's',
      ENDCAP_FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
    });
    expect(await alone.staff('GET /readyz')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', missing: ['identity provider', 'files'] },
    });
    expect(await alone.phone('GET /readyz')).toMatchObject({ status: 503, body: { status: 'unavailable', missing: ['files'] } });
    await alone.close();
    const cut = await freshWorld({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await cut.phone('GET /readyz')).toMatchObject({ status: 503, body: { missing: ['database', 'feed'] } });
    await cut.close();
  });
});
