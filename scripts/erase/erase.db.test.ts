import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceRoutes } from '@endcap/contract/devices';
import { historyRoutes } from '@endcap/contract/history';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { limitedRole } from '../../apps/server/test/limited-role.ts';
import { aCustomer, appIsInUse, tracesOf } from '../../apps/server/test/traces.ts';
import { runCommand } from '../test/run-command.ts';
import { eraseArguments } from './arguments.ts';
import { readList } from './erasure-list.ts';
import { runErase } from './run-erase.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-erase-'));
let world: FreshWorld;
let popupId: string;
beforeAll(async () => {
  world = await freshWorld();
  popupId = await appIsInUse(world);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const runOn = (env: Record<string, string>, ...words: string[]) => runCommand(runErase, env, ...words);
const run = (...words: string[]) => runOn({ DATABASE_URL: world.databaseUrl }, ...words);
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

test('npm run erase previews, erases a customer once, and records it in the history', { tags: ['D-27', 'OPS-07', 'E-7D'] }, async () => {
  const one = await aCustomer(world, popupId);
  const counts = 'phones 1, conversations 1 with messages 2, receipts of notifications 0, popups shown 1';
  const inLogs = `Logs may name them as:\n  phone ${one.values[5]}, number ${one.seq}\n  conversation ${one.thread}\n`;
  expect(await run(one.userId, '--dry-run')).toEqual({
    code: 0,
    out: `${inLogs}${one.userId}: ${counts}.\nDry run: nothing was erased.\n`,
    errors: '',
  });
  expect((await world.phone(deviceRoutes.me, { token: one.secret })).status).toBe(200);
  expect(await run(one.userId)).toEqual({ code: 0, out: `${inLogs}Erased ${one.userId}: ${counts}.\n`, errors: '' });
  expect(await tracesOf(world.db, { values: one.values, seqs: [one.seq] })).toEqual([]);
  const again = await run(one.userId);
  expect(again).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing is kept about klient-\w+\. They were erased at \d{4}-.+Z\.\n$/),
  });
  const { body } = await world.staff(historyRoutes.list, { token: await world.tokenOf('admin'), query: { kind: 'customer' } });
  expect(body.items.map(({ person, action }) => [person.id, action])).toEqual([['npm run erase', 'erase']]);
});

test(
  'in a restored copy the list erases customers and phones again, but none that registered after their erasure',
  { tags: ['D-27', 'OPS-07'] },
  async () => {
    const [gone, left, other] = [await aCustomer(world, popupId), await aCustomer(world, popupId), await aCustomer(world, popupId)];
    const returned = await aCustomer(world, popupId);
    const backup = await freshWorld({}, world);
    await run(gone.userId);
    await run(returned.userId);
    await world.phone(deviceRoutes.remove, { token: left.secret });
    const list = await run('--list');
    expect(list).toMatchObject({ code: 0, errors: '' });
    expect(list.out).not.toContain(gone.userId);
    const path = file('erasures.txt', list.out);

    const copy = { DATABASE_URL: backup.databaseUrl };
    const there = ({ values, seq }: typeof gone) => tracesOf(backup.db, { values, seqs: [seq] });
    // Signed in again in the copy, after the erasure.
    const since = await aCustomer(backup, popupId, returned.userId);
    const found = /^Of \d+ erasures, here again: customers 2, phones 1\. /;
    expect(await runOn(copy, '--again', path, '--dry-run')).toMatchObject({ code: 0, out: expect.stringMatching(found) });
    expect(await there(gone)).not.toEqual([]);
    expect(await runOn(copy, '--again', path)).toMatchObject({ code: 0, out: expect.stringMatching(/They are erased\.\n$/) });
    for (const one of [gone, left]) expect(await there(one)).toEqual([]);
    expect(await tracesOf(backup.db, { values: [returned.values[0] ?? ''], seqs: [returned.seq] })).toEqual([]);
    for (const one of [other, since]) expect(await there(one)).not.toEqual([]);
    // The copy now has the same erasures on record as the original, and repeats none.
    expect((await runOn(copy, '--list')).out).toBe(list.out);
    expect((await runOn(copy, gone.userId)).out).toContain('They were erased at');
    await backup.close();
  },
);

test(
  'a restored copy does not erase a customer again who signed in after the erasure and before the backup',
  { tags: ['D-27', 'OPS-07'] },
  async () => {
    const [gone, before] = [await aCustomer(world, popupId), await aCustomer(world, popupId)];
    await run(gone.userId);
    await world.phone(deviceRoutes.change, { token: before.secret, body: { userId: gone.userId } });
    const backup = await freshWorld({}, world);
    const path = file('came-back.txt', (await run('--list')).out);
    const copy = { DATABASE_URL: backup.databaseUrl };
    const nobody = expect.stringMatching(/^Of \d+ erasures, here again: customers 0, phones 0\. /);
    expect(await runOn(copy, '--again', path, '--dry-run')).toMatchObject({ code: 0, out: nobody });
    expect(await runOn(copy, '--again', path)).toMatchObject({ code: 0, out: nobody });
    expect((await backup.phone(deviceRoutes.me, { token: before.secret })).status).toBe(200);
    // Erased once more in the original, they go from the copy as well.
    await run(gone.userId);
    const later = file('gone-again.txt', (await run('--list')).out);
    expect((await runOn(copy, '--again', later)).out).toMatch(/customers 1, phones 0\. They are erased/);
    expect((await backup.phone(deviceRoutes.me, { token: before.secret })).status).toBe(401);
    await backup.close();
  },
);

test(
  'an interrupted erasure has already printed the ids that logs may hold, also those from a shared phone',
  { tags: ['E-7D', 'D-27'] },
  async () => {
    const [one, lent] = [await aCustomer(world, popupId), await aCustomer(world, popupId)];
    // The customer's conversation on a phone that now belongs to another customer.
    await sql`update thread set user_id = ${one.userId} where thread_id = ${lent.thread}`.execute(world.db);
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is gone'; end $$`.execute(world.db);
    await sql`create trigger refuse before delete on thread for each row execute function refuse()`.execute(world.db);
    const cut = await run(one.userId);
    await sql`drop function refuse() cascade`.execute(world.db);
    const threads = [one.thread, lent.thread].toSorted().map((id) => `  conversation ${id}\n`);
    expect(cut).toEqual({
      code: 1,
      out: `Logs may name them as:\n  phone ${one.values[5]}, number ${one.seq}\n${threads.join('')}`,
      errors: expect.stringContaining('the disk is gone'),
    });
  },
);

test(
  'a list kept in a file grows with each erasure, and a restored copy erases the customers in it',
  { tags: ['E-7D', 'D-27', 'OPS-07'] },
  async () => {
    const path = join(folder, 'kept', 'erasures.txt');
    expect(await run('--keep', path)).toMatchObject({ code: 1, errors: expect.stringContaining('ENOENT') });
    mkdirSync(join(folder, 'kept'));
    expect(await run('--keep', path)).toEqual({ code: 0, out: `The list is in ${path}.\n`, errors: '' });
    const [gone, other] = [await aCustomer(world, popupId), await aCustomer(world, popupId)];
    const backup = await freshWorld({}, world);
    const copy = { DATABASE_URL: backup.databaseUrl };
    await run(gone.userId);
    expect(await run('--keep', path)).toMatchObject({ code: 0 });
    const list = (await run('--list')).out;
    expect(readFileSync(path, 'utf8')).toBe(list);
    // The timer of the copy runs before the list was applied; no line is lost.
    expect(await runOn(copy, '--keep', path)).toEqual({
      code: 0,
      out: `Erasures that this database did not know: 1. Here again: customers 1, phones 0. They are erased.\nThe list is in ${path}.\n`,
      errors: '',
    });
    expect(readFileSync(path, 'utf8')).toBe(list);
    expect(await tracesOf(backup.db, { values: gone.values, seqs: [gone.seq] })).toEqual([]);
    expect((await backup.phone(deviceRoutes.me, { token: other.secret })).status).toBe(200);
    expect(await runOn(copy, '--keep', path)).toMatchObject({ code: 0, out: `The list is in ${path}.\n` });
    expect(readdirSync(join(folder, 'kept'))).toEqual(['erasures.txt']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await backup.close();
  },
);

test('does not overwrite a file that holds no list or that of another database', { tags: ['E-7D', 'D-27'] }, async () => {
  const empty = file('empty.txt', '');
  expect(await run('--keep', empty)).toEqual({ code: 2, out: '', errors: `erase: ${empty} is no list of erasures: line 1\n` });
  const text = `endcap-erasures-1 ${'ab'.repeat(32)}\n`;
  const other = file('other.txt', text);
  expect(await run('--keep', other)).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('is of another database') });
  expect([readFileSync(empty, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['', text]);
});

test('keeps the former list if the new one cannot be written', { tags: ['E-7D', 'D-27'] }, async () => {
  const path = join(folder, 'former.txt');
  await run('--keep', path);
  const former = readFileSync(path, 'utf8');
  await run((await aCustomer(world, popupId)).userId);
  // A folder in place of the temporary file makes the write fail.
  mkdirSync(`${path}.part`);
  expect(await run('--keep', path)).toMatchObject({ code: 1, errors: expect.stringContaining('EISDIR') });
  expect(readFileSync(path, 'utf8')).toBe(former);
});

test('finishes an interrupted list when it is applied again', { tags: ['D-27', 'OPS-07'] }, async () => {
  const gone = await aCustomer(world, popupId);
  const backup = await freshWorld({}, world);
  await run(gone.userId);
  const path = file('cut-off.txt', (await run('--list')).out);
  const copy = { DATABASE_URL: backup.databaseUrl };
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is gone'; end $$`.execute(backup.db);
  await sql`create trigger refuse before delete on thread for each row execute function refuse()`.execute(backup.db);
  expect(await runOn(copy, '--again', path)).toMatchObject({ code: 1, errors: expect.stringContaining('the disk is gone') });
  await sql`drop trigger refuse on thread`.execute(backup.db);
  expect(await runOn(copy, '--again', path)).toMatchObject({ code: 0, out: expect.stringContaining('customers 1, phones 0. They are') });
  expect(await tracesOf(backup.db, { values: [gone.userId, gone.thread], seqs: [] })).toEqual([]);
  expect((await runOn(copy, '--list')).out).toBe((await run('--list')).out);
  await backup.close();
});

test('reads a list that begins with the lines that npm prints without --silent', { tags: ['D-27', 'OPS-07'] }, async () => {
  const gone = await aCustomer(world, popupId);
  const backup = await freshWorld({}, world);
  await run(gone.userId);
  const ofNpm = '\n> endcap@1.0.0 erase\n> node scripts/run.mjs erase --list\n\n';
  const path = file('of-npm.txt', `${ofNpm}${(await run('--list')).out}`);
  const found = await runOn({ DATABASE_URL: backup.databaseUrl }, '--again', path);
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining('customers 1, phones 0. They are') });
  expect(await tracesOf(backup.db, { values: [gone.userId, gone.thread], seqs: [] })).toEqual([]);
  await backup.close();
});

test('erases the customers in a list with another key, and records them with its own key', { tags: ['D-27'] }, async () => {
  const one = await aCustomer(world, popupId);
  const key = 'ab'.repeat(32);
  const { rows } = await sql<{
    hash: string;
  }>`select encode(sha256(decode(${key}::text, 'hex') || convert_to('customer:' || ${one.userId}::text, 'UTF8')), 'hex') as hash`.execute(
    world.db,
  );
  const path = file('older.txt', `endcap-erasures-1 ${key}\ncustomer ${rows[0]?.hash} ${new Date(Date.now() + 1_000).toISOString()}\n`);
  expect(await run('--again', path)).toMatchObject({
    code: 0,
    out: 'Of 1 erasures, here again: customers 1, phones 0. They are erased.\n',
  });
  expect(await tracesOf(world.db, { values: one.values, seqs: [one.seq] })).toEqual([]);
  expect((await run(one.userId)).out).toContain('They were erased at');
});

test('exits with 78 for an unusable database and 2 for invalid arguments, each with one sentence', async () => {
  const oneLine = (text: unknown) =>
    expect.stringMatching(text instanceof RegExp ? new RegExp(`^erase: [^\\n]*${text.source}[^\\n]*\\n$`) : /$/);
  const nowhere = join(folder, 'nowhere');
  expect(await runOn({ ENDCAP_DATA_DIR: nowhere }, 'klient')).toEqual({
    code: 78,
    out: '',
    errors: oneLine(/There is no database in .*nowhere/),
  });
  expect(await runOn({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'klient')).toEqual({
    code: 78,
    out: '',
    errors: oneLine(/ECONNREFUSED/),
  });
  expect(await runOn({ DATABASE_URL: 'nonsense' }, 'klient')).toEqual({ code: 78, out: '', errors: oneLine(/DATABASE_URL/) });
  const empty = world.databaseUrl.replace(/[^/]+$/, 'postgres');
  expect(await runOn({ DATABASE_URL: empty }, 'klient')).toEqual({ code: 78, out: '', errors: oneLine(/run the migrations first/) });
  expect(await run('--again', join(folder, 'none'))).toEqual({ code: 2, out: '', errors: oneLine(/There is no file/) });
  expect(await run('--again', file('bad.txt', 'x'))).toEqual({ code: 2, out: '', errors: oneLine(/no list of erasures: line 1/) });
  expect(await run()).toEqual({ code: 2, out: '', errors: oneLine(/Whom\?/) });
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--again FILE'), errors: '' });
});

test('exits with 78 and one sentence if the role may not erase, and erases nothing', { tags: ['E-71'] }, async () => {
  const one = await aCustomer(world, popupId);
  const { url } = await limitedRole(world, 'grant select on all tables in schema public to ROLE');
  expect(await runOn({ DATABASE_URL: url }, one.userId)).toMatchObject({
    code: 78,
    errors: expect.stringMatching(/^erase: The role of DATABASE_URL lacks rights[^\n]*\n$/),
  });
  expect((await world.phone(deviceRoutes.me, { token: one.secret })).status).toBe(200);
});

test.each([
  [['a', 'b'], 'One thing'],
  [['a', '--list'], 'One thing'],
  [['--list', '--again', 'x'], 'One thing'],
  [['--list', '--dry-run'], 'A list'],
  [['--again', ''], '--again'],
  [['--keep', ''], '--keep'],
  [['--keep', 'x', '--dry-run'], '--keep'],
  [['--keep', 'x', '--list'], 'One thing'],
  [['--again'], '--again'],
  [['--dryrun', 'a'], '--dryrun'],
  [['a b'], 'No customer'],
  [['ż'], 'No customer'],
  [['x'.repeat(201)], 'No customer'],
])('rejects the arguments %j', (words, why) => expect(eraseArguments(words)).toContain(why));
test('takes a customer id that looks like an option after --', () =>
  expect(eraseArguments(['--dry-run', '--', '--list'])).toEqual({ do: 'erase', userId: '--list', dryRun: true }));
test.each([
  ['', 1],
  [`endcap-erasures-1 ${'a'.repeat(63)}`, 1],
  [`endcap-erasures-1 ${'a'.repeat(64)}\ncustomer ${'b'.repeat(64)} 2026-11-23`, 2],
  [
    `endcap-erasures-1 ${'a'.repeat(64)}\ndevice ${'b'.repeat(64)} 2026-11-23T10:00:00.000Z\nstaff ${'b'.repeat(64)} 2026-11-23T10:00:00.000Z`,
    3,
  ],
  [`endcap-erasures-1 ${'a'.repeat(64)}\n\n`, 2],
  [`\n> npm\n\nendcap-erasures-1 ${'a'.repeat(63)}`, 4],
  [`\n> npm\n\nendcap-erasures-1 ${'a'.repeat(64)}\nnothing`, 5],
])('reports the first invalid line of the list %j', (text, line) => expect(readList(text)).toEqual({ wrongLine: line }));
