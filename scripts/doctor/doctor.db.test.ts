import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { commandCheckNames, serverCheckNames } from '@endcap/contract/system';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { phones } from '../../apps/server/test/builders.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { ownGateway } from '../../apps/server/test/own-gateway.ts';
import { portOf } from '../../apps/server/test/port-of.ts';
import { sendingAs } from '../../apps/server/test/sending.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { noteBackup } from '../../apps/server/src/features/backups/index.ts';
import { WORK_CHANNEL } from '../../apps/server/src/features/delivery/worker.ts';
import { checkVersion } from '../../apps/server/src/platform/checks/database-checks.ts';
import { runCheck } from '../../apps/server/src/platform/checks/finding.ts';
import { checkDisk, checkProxy } from '../../apps/server/src/platform/checks/machine-checks.ts';
import { sessionSettings } from '../../apps/server/src/platform/db/connection.ts';
import { monthOf, newId } from '../../apps/server/src/platform/ids.ts';
import { createEmptyLocation, query } from '../backup/backup-scene.ts';
import { certifyFor } from '../operations/tls-provider.ts';
import { runCommand } from '../test/run-command.ts';
import { runDoctorCommand } from './command.ts';
import { healthySettings } from './doctor-scene.ts';
import { whyReadOnly } from './database-checks.ts';
import { checkStorage } from './outside-checks.ts';
import { type Doctor, runDoctor } from './run-doctor.ts';

let world: FreshWorld;
let folder: string;
let env: Record<string, string>;
let worker: pg.Client;
beforeAll(async () => {
  world = await freshWorld();
  ({ folder, env } = healthySettings(world));
  await noteBackup(world.db, { takenAt: new Date(), lost: 0 });
  // Simulates the connection on which a worker listens.
  worker = new pg.Client({ connectionString: world.databaseUrl, application_name: WORK_CHANNEL });
  await worker.connect();
});
afterAll(async () => {
  await worker.end();
  await world.close();
});

/** Returns the failed checks by name. All checks run, so that unexpected failures show as well. */
const wrongOf = async (own: Record<string, string> = {}, more: Partial<Doctor> = {}): Promise<Record<string, string>> => {
  const findings = await runDoctor({ config: readConfig({ ...env, ...own }), ...more });
  for (const { state, todo } of findings) expect(todo === undefined).toBe(state !== 'wrong');
  expect(findings.length).toBe(28);
  return Object.fromEntries(findings.filter(({ state }) => state === 'wrong').map(({ name, says }) => [name, says]));
};
/** Runs the checks while a change is applied to the database, and reverts it. */
const during = async (change: string, back: string, own: Record<string, string> = {}): Promise<Record<string, string>> => {
  await query(world.databaseUrl, change);
  return wrongOf(own).finally(() => query(world.databaseUrl, back));
};

test('a healthy installation has no failed checks, and the checks leave no files or rows', { tags: ['OPS-03'] }, async () => {
  expect(await wrongOf()).toEqual({});
  expect(readdirSync(join(folder, 'files'))).toEqual([]);
  expect(await query(world.databaseUrl, 'select from worker_beat')).toEqual([]);
});

test('the command runs the checks of a server and its own, each exactly once', { tags: ['E-7E'] }, async () => {
  const names = (await runDoctor({ config: readConfig(env) })).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...serverCheckNames, ...commandCheckNames].toSorted());
});

describe('the database checks', { tags: ['OPS-03'] }, () => {
  test('report a database that does not answer or rejects the password, and skip the rest', async () => {
    const away = await runDoctor({ config: readConfig({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }) });
    expect(away.find(({ name }) => name === 'database')).toMatchObject({ state: 'wrong', says: expect.stringContaining('ECONNREFUSED') });
    expect(away.filter(({ says }) => says.startsWith('not looked at'))).toHaveLength(15);
    const password = world.databaseUrl.replace(/:[^:@/]+@/, ':hunter2@');
    expect(await wrongOf({ DATABASE_URL: password })).toEqual({ database: 'Configuration: DATABASE_URL (the password is wrong)' });
    expect(await wrongOf({}, { noDatabase: 'no database runs in .data' })).toEqual({ database: 'no database runs in .data' });
  });
  test('report a PostgreSQL version that is too old', async () => {
    const old = { query: async () => ({ rows: [{ version: '14.9', number: 140_009 }] }) } as unknown as pg.ClientBase;
    expect(await runCheck('postgresql', () => checkVersion(old), '')).toMatchObject({
      state: 'wrong',
      says: '14.9, which is older than 15',
    });
  });
  test('report a role that may not write', async () => {
    const role = `reader_${newId()}`;
    const url = new URL(world.databaseUrl);
    [url.username, url.password] = [role, 'secret'];
    const grant = `create role ${role} login password 'secret'; grant select on all tables in schema public to ${role}`;
    const found = await during(grant, `drop owned by ${role}; drop role ${role}`, { DATABASE_URL: url.href });
    expect(Object.keys(found)).toEqual(['rights']);
    expect(found['rights']).toMatch(new RegExp(`^${role} may not read and write \\d+ tables`));
    const more = `create role ${role} login password 'secret'; grant select, insert, update, delete on all tables in schema public to ${role}`;
    expect(await during(more, `drop owned by ${role}; drop role ${role}`, { DATABASE_URL: url.href })).toEqual({
      rights: `${role} may not make and drop the tables of months`,
    });
  });
  test('report a read-only database', { tags: ['E-72', 'OPS-08'] }, async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1);
    const readOnly = `alter database ${name} set default_transaction_read_only = on`;
    const back = `begin read write; alter database ${name} reset default_transaction_read_only; commit`;
    expect(await during(readOnly, back)).toEqual({ database: 'the database is read-only' });
  });
  test('report a standby as a standby', { tags: ['E-72', 'OPS-08'] }, async () => {
    const standby = { query: async () => ({ rows: [{ isStandby: true }] }) } as unknown as pg.ClientBase;
    expect(await whyReadOnly(standby)).toMatchObject({ state: 'wrong', says: 'the server is a standby, which takes no writes' });
  });
  test('report a database that refuses a second connection', { tags: ['OPS-03'] }, async () => {
    const role = `single_${newId()}`;
    const url = new URL(world.databaseUrl);
    [url.username, url.password] = [role, 'secret'];
    const change = `create role ${role} login password 'secret' connection limit 1`;
    expect(await during(change, `drop role ${role}`, { DATABASE_URL: url.href })).toEqual({
      database: `too many connections for role "${role}"`,
    });
  });

  test('report a table that refuses rows although the role may write them', { tags: ['E-72'] }, async () => {
    const refuse = `create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'no row today'; end $$;
      create trigger refuse_row before insert on worker_beat for each row execute function refuse_row()`;
    expect(await during(refuse, 'drop function refuse_row() cascade')).toEqual({ rights: 'no row today' });
  });
  test('report a missing partition of the current month', { tags: ['OPS-06'] }, async () => {
    const month = monthOf(new Date());
    const found = await during(`drop table notification_receipt_${month}`, `select make_month('${month}')`);
    expect(found).toEqual({ months: `there is no table for ${month}: what is sent then ends row by row` });
  });
  test('report a connection limit that is too low for the pools', async () => {
    const found = await wrongOf({ ENDCAP_DATABASE_POOL_SIZE: '150' });
    expect(found).toEqual({ connections: expect.stringMatching(/^one of each process may open 453 connections of the 197/) });
    const name = new URL(world.databaseUrl).pathname.slice(1);
    expect(Object.keys(await during(`alter database ${name} connection limit 20`, `alter database ${name} connection limit -1`))).toEqual([
      'connections',
    ]);
  });
  test('report sessions behind a pooler with JIT on, with the statement that switches it off', { tags: ['E-70'] }, async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1);
    const tell = `alter role endcap in database ${name} set`;
    const { jit: _, ...rest } = sessionSettings();
    for (const [setting, value] of Object.entries(rest)) await query(world.databaseUrl, `${tell} ${setting} = '${value}'`);
    // A different address of the same database simulates a pooler.
    const own = { DATABASE_URL: `${world.databaseUrl}?application_name=pooled`, ENDCAP_DATABASE_DIRECT_URL: world.databaseUrl };
    const findings = await runDoctor({ config: readConfig({ ...env, ...own }) });
    expect(findings.find(({ name }) => name === 'limits')).toMatchObject({
      state: 'wrong',
      says: 'sessions are not told jit=off, so that PostgreSQL compiles statements (JIT) for longer than they run',
      todo: expect.stringContaining(`(${tell} jit = off)`),
    });
    await query(world.databaseUrl, `${tell} jit = off`);
    expect(await wrongOf(own)).toEqual({});
    await query(world.databaseUrl, `alter role endcap in database ${name} reset all`);
  });
  test('report missing extensions and a missing schema', async () => {
    const location = await createEmptyLocation();
    const found = await wrongOf({ DATABASE_URL: location.url });
    expect(found).toMatchObject({
      extensions: 'unaccent, pg_trgm missing',
      schema: expect.stringContaining('the database lacks 0094-baseline'),
    });
    await location.drop();
  });
  test('report a missing migration, only once', { tags: ['E-77'] }, async () => {
    const last = '(select max(name) from kysely_migration)';
    const lack = `create table kept_step as select * from kysely_migration where name = ${last};
      delete from kysely_migration where name = ${last}; alter table last_backup rename to kept_backup`;
    const back = `alter table kept_backup rename to last_backup; insert into kysely_migration select * from kept_step; drop table kept_step`;
    expect(await during(lack, back)).toEqual({ schema: expect.stringContaining('the database lacks') });
  });
  test('report a collation version that differs from that of the indexes', async () => {
    const set = (version: string) => `update pg_collation set collversion = ${version} where collname = 'pl-x-icu'`;
    const found = await during(set(`'1'`), set('pg_collation_actual_version(oid)'));
    expect(found).toEqual({ collation: expect.stringContaining('is another version than when the indexes were built') });
  });
  test('report a clock that differs by more than five seconds', { tags: ['E-05'] }, async () => {
    const apart = (ms: number) => () => new Date(Date.now() + ms);
    expect(await wrongOf({}, { now: apart(10_000) })).toEqual({
      clock: expect.stringMatching(/^the database's clock is \d+\.\d s behind this machine's$/),
    });
    expect(await wrongOf({}, { now: apart(-10_000) })).toEqual({
      clock: expect.stringMatching(/^the database's clock is \d+\.\d s ahead of this machine's$/),
    });
    expect(await wrongOf({}, { now: apart(1_000) })).toEqual({});
  });
  test('report that no worker is connected', async () => {
    await worker.query(`set application_name = 'another'`);
    expect(await wrongOf()).toEqual({ workers: 'no push worker is connected to this database' });
    await worker.query(`set application_name = '${WORK_CHANNEL}'`);
  });
  test('report overdue and planned sends, an unreachable push service, and sends that a person has to resume', async () => {
    const admin = await world.tokenOf('admin');
    await phones(world.db, { count: 3 });
    const id = await sendingAs(
      () => world,
      () => admin,
    ).send();
    expect(await wrongOf()).toEqual({});
    const late = `update fan_out set created_at = created_at - interval '2 hours' where notification_id = '${id}'`;
    const back = `update fan_out set created_at = created_at + interval '2 hours' where notification_id = '${id}'`;
    expect(await during(late, back)).toEqual({ sending: expect.stringMatching(/^1 under way; the oldest phones have waited for 2 h$/) });
    const down = `insert into push_project (project, down_since) values ('p', now() - interval '10 minutes')`;
    expect(await during(down, `delete from push_project where project = 'p'`)).toEqual({
      sending: expect.stringContaining('has not answered for 10 min'),
    });
    const plan = (ago: string, waits = 'null') =>
      `insert into fan_out_plan (notification_id, starts_at, waits_for) values ('${id}', now() - interval '${ago}', ${waits})`;
    expect(await during(plan('10 minutes'), 'delete from fan_out_plan')).toEqual({
      sending: '1 under way; a planned one has been due for 10 min',
    });
    await query(world.databaseUrl, plan('3 hours', `'late'`));
    const undecided = await runDoctor({ config: readConfig(env) });
    expect(undecided.find(({ name }) => name === 'sending')).toMatchObject({
      state: 'note',
      says: expect.stringContaining(', 1 planned that'),
    });
    await query(world.databaseUrl, 'delete from fan_out_plan');
    await query(world.databaseUrl, `update fan_out set paused_at = now(), pause_reason = 'restored'`);
    const findings = await runDoctor({ config: readConfig(env) });
    expect(findings.find(({ name }) => name === 'sending')).toMatchObject({
      state: 'note',
      says: expect.stringContaining('a person has to resume'),
    });
    await query(world.databaseUrl, `update fan_out set state = 'cancelled', paused_at = null, pause_reason = null`);
  });
  test('report an old backup and one without some files; a missing backup is only a note', async () => {
    await noteBackup(world.db, { takenAt: new Date(Date.now() - 3 * 86_400_000), lost: 0 });
    expect(await wrongOf()).toEqual({ 'last backup': '72 h ago' });
    await noteBackup(world.db, { takenAt: new Date(), lost: 2 });
    const lacking = expect.stringMatching(/^\d+ s ago, without 2 files that were gone or damaged$/);
    expect(await wrongOf()).toEqual({ 'last backup': lacking });
    await query(world.databaseUrl, 'delete from last_backup');
    const findings = await runDoctor({ config: readConfig(env) });
    expect(findings.find(({ name }) => name === 'last backup')).toMatchObject({ state: 'note', says: expect.stringContaining('never') });
    await noteBackup(world.db, { takenAt: new Date(), lost: 0 });
  });
});

describe('the checks outside the database', { tags: ['OPS-03'] }, () => {
  test('report a Node version that is too old', async () => {
    expect(await wrongOf({}, { nodeVersion: '20.20.2' })).toEqual({ node: '20.20.2, which cannot run TypeScript' });
  });
  test('report a disk that is nearly full', async () => {
    const room = (bavail: number) => async () => ({ bavail, blocks: 1_000, bsize: 1e9 });
    expect(await checkDisk(['/a', '/b'], room(40))).toMatchObject({ state: 'wrong', says: '40.0 GB free in /a, 40.0 GB free in /b' });
    expect(await checkDisk(['/a'], room(51))).toMatchObject({ state: 'ok' });
    expect(await checkDisk(['/a'], async () => ({ bavail: 9, blocks: 10, bsize: 1e8 }))).toMatchObject({ state: 'wrong' });
  });
  test('report a page that was not built', async () => {
    expect(await wrongOf({ ENDCAP_WEB_DIR: '/nowhere' })).toEqual({ page: 'Configuration: ENDCAP_WEB_DIR (no built page in /nowhere)' });
  });
  test('report a file store that is not writable, is unreachable, or returns other bytes than it stored', async () => {
    expect(await wrongOf({ ENDCAP_FILES_DIR: '/dev/null/files' })).toMatchObject({ files: expect.stringContaining('/dev/null/files') });
    const away = {
      ENDCAP_FILES_S3_BUCKET: 'b',
      ENDCAP_FILES_S3_KEY: 'key-of-ours',
      ENDCAP_FILES_S3_SECRET: 'hunter2',
      ENDCAP_FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
    };
    expect(await wrongOf(away)).toEqual({ files: 'The object store does not answer' });
    const { storage } = (await import('../../apps/server/src/open-files.ts')).openFiles({ config: readConfig(env), now: () => new Date() });
    const other = { ...storage, put: (name: string) => storage.put(name, Buffer.from('other')) };
    expect(await checkStorage(other, 'here')).toMatchObject({ state: 'wrong', says: 'here gives back other bytes than it was given' });
    // An empty store shows whether the key may list files (D-24).
    const narrow = { ...storage, check: () => Promise.reject(new Error('the key may not list')) };
    await expect(checkStorage(narrow, 'here')).rejects.toThrow('the key may not list');
    expect(readdirSync(env['ENDCAP_FILES_DIR'] ?? '')).toEqual([]);
  });
  test('report an issuer that is unreachable, fails, is untrusted or has another name, with the cause', { tags: ['E-77'] }, async () => {
    const behaviour: { status: number; text: (issuer: string) => string } = { status: 200, text: () => '' };
    const server = createServer((_, response) => response.writeHead(behaviour.status).end(behaviour.text(issuer)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const issuer = `http://127.0.0.1:${portOf(server)}`;
    const why = async (ENDCAP_OIDC_ISSUER: string, status = 200, text: (issuer: string) => string = () => '') => {
      Object.assign(behaviour, { status, text });
      const findings = await runDoctor({ config: readConfig({ ...env, ENDCAP_OIDC_ISSUER }) });
      const { state, says, todo } = findings.find(({ name }) => name === 'identity provider') ?? {};
      expect(state).toBe('wrong');
      return [says?.replace(/^\S+\/\.well-known\/openid-configuration/, 'it'), todo];
    };
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const nowhere = `http://127.0.0.1:${portOf(closed)}`;
    await new Promise((resolve) => closed.close(resolve));
    expect(await why(nowhere)).toEqual(['it: nothing listens there (ECONNREFUSED)', 'start it, or correct the address']);
    expect(await why(issuer, 500)).toEqual(['it answers 500', 'see the log of what answers there']);
    expect(await why(issuer, 404)).toEqual(['it answers 404', 'correct the address: it leads elsewhere']);
    expect(await why(issuer, 200, () => '<html>')).toEqual([
      'it answers something that is not JSON',
      'correct the address: it leads elsewhere',
    ]);
    expect(await why(issuer, 200, () => '{}')).toEqual(['it names no issuer', expect.stringContaining('set ENDCAP_OIDC_ISSUER')]);
    expect(await why(issuer, 200, (own) => JSON.stringify({ issuer: own }))).toEqual([
      'it names no jwks_uri and no userinfo_endpoint',
      expect.stringContaining('docs/operators/sign-in.md'),
    ]);
    expect(await why(`${inject('issuer')}/`)).toEqual([
      `it is of the issuer ${inject('issuer')}`,
      expect.stringContaining(`set ENDCAP_OIDC_ISSUER to ${inject('issuer')}`),
    ]);
    const { key, certificate } = certifyFor({ folder: inject('folder'), name: 'doctor-issuer', names: ['localhost'], days: 90 });
    const own = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) });
    await new Promise<void>((resolve) => own.listen(0, resolve));
    onTestFinished(() => void own.close());
    expect(await why(`https://localhost:${portOf(own)}`)).toEqual([
      expect.stringMatching(/^it: its certificate is of an authority that this machine does not trust \([A-Z_]+\)$/),
      "set NODE_EXTRA_CA_CERTS to the file of that authority's certificate",
    ]);
  });
  test('report a provider without end_session_endpoint, as a note', { tags: ['AUTH-17'] }, async () => {
    const whole = (await (await fetch(`${inject('issuer')}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
    const server = createServer((_, response) => {
      response.setHeader('access-control-allow-origin', '*').end(JSON.stringify({ ...whole, issuer, end_session_endpoint: undefined }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const issuer = `http://127.0.0.1:${portOf(server)}`;
    const ofProvider = async (own: Record<string, string>) =>
      (await runDoctor({ config: readConfig({ ...env, ...own }) })).find(({ name }) => name === 'identity provider');
    expect(await ofProvider({})).toMatchObject({ state: 'ok' });
    expect(await ofProvider({ ENDCAP_OIDC_ISSUER: issuer })).toMatchObject({
      state: 'note',
      says: expect.stringContaining('names no end_session_endpoint'),
    });
  });
  test(
    'report a provider without user info and facts claim, and one whose discovery the page cannot read',
    { tags: ['E-30', 'E-31'] },
    async () => {
      const whole = (await (await fetch(`${inject('issuer')}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
      let allowed = '*';
      const server = createServer((_, response) => {
        if (allowed) response.setHeader('access-control-allow-origin', allowed);
        response.end(JSON.stringify({ ...whole, issuer, userinfo_endpoint: undefined }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const issuer = `http://127.0.0.1:${portOf(server)}`;
      const ofProvider = async (own: Record<string, string> = {}) =>
        (await runDoctor({ config: readConfig({ ...env, ENDCAP_OIDC_ISSUER: issuer, ...own }) })).find(
          ({ name }) => name === 'identity provider',
        );
      expect(await ofProvider()).toMatchObject({ state: 'wrong', todo: expect.stringContaining('ENDCAP_OIDC_FACTS_CLAIM') });
      const claimed = { ENDCAP_OIDC_FACTS_CLAIM: 'https://koszyk.example/facts' };
      expect(await ofProvider(claimed)).toMatchObject({ state: 'ok' });
      allowed = '';
      expect(await ofProvider(claimed)).toMatchObject({ state: 'note', says: expect.stringMatching(/openid-configuration.*\(CORS\)/) });
    },
  );
  test('report push credentials that are missing, wrong or of another project, and an unreachable push service', async () => {
    expect(await wrongOf({ ENDCAP_PUSH_CREDENTIALS_FILE: '' })).toEqual({
      'push service': 'Configuration: ENDCAP_PUSH_CREDENTIALS_FILE (missing)',
    });
    const other = await ownGateway();
    const account = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));
    const planted = (facts: Record<string, string | undefined>): Record<string, string> => {
      const path = join(folder, `${newId()}.json`);
      writeFileSync(path, JSON.stringify({ ...account(inject('credentialsFile')), ...facts }));
      return { ENDCAP_PUSH_CREDENTIALS_FILE: path };
    };
    const stolen = await wrongOf(planted({ private_key: account(other.env.ENDCAP_PUSH_CREDENTIALS_FILE)['private_key'] }));
    expect(stolen).toEqual({ 'push service': 'the push service refuses: The token endpoint answered 400' });
    expect(await wrongOf(planted({ project_id: 'another' }))).toEqual({
      'push service': expect.stringContaining('the push service refuses: 403'),
    });
    expect(await wrongOf({ ENDCAP_PUSH_ENDPOINT: 'https://127.0.0.1:1' })).toEqual({
      'push service': 'https://127.0.0.1:1: nothing listens there (ECONNREFUSED)',
    });
    other.stop();
  });
  test('report a push service whose certificate is not trusted', { tags: ['E-77'] }, async () => {
    const findings = await runDoctor({ config: readConfig({ ...env, ENDCAP_PUSH_CA_FILE: '' }) });
    expect(findings.find(({ name }) => name === 'push service')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('its certificate is of an authority that this machine does not trust'),
      todo: "set ENDCAP_PUSH_CA_FILE to the file of that authority's certificate",
    });
  });
  test('report a proxy that is missing in ENDCAP_TRUSTED_PROXIES', async () => {
    const at = (own: Record<string, string>) => checkProxy(readConfig({ ...env, ENDCAP_APP_URL: 'https://app.example', ...own }));
    expect(at({})).toMatchObject({ state: 'wrong', says: expect.stringContaining('all phones count as one address') });
    expect(at({ ENDCAP_TRUSTED_PROXIES: '10.0.0.1' })).toMatchObject({ state: 'ok' });
  });
  test('report unreachable public addresses, and a push service whose certificate is not trusted', { tags: ['E-74'] }, async () => {
    expect(
      await wrongOf({
        ENDCAP_ADMIN_URL: 'https://127.0.0.1:1',
        ENDCAP_APP_URL: 'https://127.0.0.1:1',
        ENDCAP_TRUSTED_PROXIES: '127.0.0.1',
      }),
    ).toEqual({
      'staff address': expect.stringContaining('ECONNREFUSED'),
      'app address': expect.stringContaining('ECONNREFUSED'),
    });
    expect(await wrongOf({ ENDCAP_PUSH_CA_FILE: '' })).toMatchObject({
      certificates: expect.stringContaining('(push service) is signed by an authority'),
    });
  });
});

describe('npm run doctor', { tags: ['OPS-03'] }, () => {
  const run = (words: string[], own: Record<string, string | undefined> = {}) => runCommand(runDoctorCommand, { ...env, ...own }, ...words);

  test('exits with 0 or 1, prints text or JSON, and prints no secret', async () => {
    const secrets = {
      ENDCAP_IMPORT_TOKENS: 'x'.repeat(40),
      ENDCAP_ASSISTANT_BASE_URL: 'http://model',
      ENDCAP_ASSISTANT_API_KEY: 'hunter2',
      ENDCAP_TESTER_CODE: 'tester-of-ours',
    };
    const well = await run([], secrets);
    expect(well).toMatchObject({ code: 0, errors: '' });
    expect(well.out).toMatch(/^ok {5}settings {10}NODE_ENV is test; all of them can be read\n(ok|note) /);
    const ill = await run(['--json'], { ...secrets, ENDCAP_WEB_DIR: '/nowhere' });
    expect(ill).toMatchObject({ code: 1, errors: '' });
    const findings = JSON.parse(ill.out) as { name: string; state: string; todo?: string }[];
    expect(findings.filter(({ state }) => state === 'wrong')).toMatchObject([
      { name: 'page', todo: expect.stringContaining('npm run build') },
    ]);
    const password = new URL(world.databaseUrl).password;
    for (const secret of [password, ...Object.values(secrets).filter((value) => !value.startsWith('http'))])
      expect(well.out + ill.out).not.toContain(secret);
  });
  test('exits with 78 for invalid settings and with 2 for unknown options', async () => {
    expect(await run([], { ENDCAP_OIDC_ISSUER: '' })).toEqual({
      code: 78,
      out: '',
      errors: 'doctor: Configuration: ENDCAP_OIDC_ISSUER (missing)\n',
    });
    expect(await run(['--mend'])).toEqual({
      code: 2,
      out: '',
      errors: 'npm run doctor: --mend is not known; `npm run doctor -- --help` says all.\n',
    });
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('npm run doctor [-- --json] [--bundle FILE') });
  });
  test('prints each finding as soon as its check ends', { tags: ['E-7C'] }, async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      asked.resolve();
      void answer.promise.then(() => response.end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    let printed = '';
    const running = runDoctorCommand([], {
      env: { ...process.env, ...env, ENDCAP_OIDC_ISSUER: `http://127.0.0.1:${portOf(server)}` },
      print: (text) => void (printed += `${text}\n`),
      printError: () => {},
    });
    await asked.promise;
    expect(printed).toMatch(/^ok {5}settings [^]+\nok {5}database [^]+\nok {5}last backup /);
    await expect.poll(() => printed).toMatch(/\nok {5}page /);
    expect(printed).not.toContain('identity provider');
    answer.resolve();
    expect(await running).toBe(1);
    expect(printed).toMatch(/\nWRONG {2}identity provider /);
  });
  test('checks the database of npm start if DATABASE_URL is not set, and starts nothing', { tags: ['E-77'] }, async () => {
    const nowhere = join(folder, 'nowhere');
    const ended = await run([], { DATABASE_URL: undefined, ENDCAP_DATA_DIR: nowhere, ENDCAP_FILES_DIR: join(folder, 'files') });
    expect(ended).toMatchObject({ code: 1, out: expect.stringContaining(`no database runs in ${nowhere}`) });
    expect(ended.out).toMatch(/^ok {5}settings .+; the environment overrides .*ENDCAP_OIDC_ISSUER, .*ENDCAP_FILES_DIR/);
    expect(readdirSync(folder)).not.toContain('nowhere');
  });
});
