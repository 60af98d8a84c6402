import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brokenRules } from '../../../test/migration-rules.ts';
import { BASELINE } from './schema-fit.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const sqlIn = (of: string): string[] =>
  readdirSync(new URL(of, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort();
const steps = sqlIn('.');

test('released statements are unchanged; a new migration adds its line to SHA256SUMS (sha256sum NNNN-name.sql >> SHA256SUMS)', () => {
  const files = [...sqlIn('../schema/').map((name) => `../schema/${name}`), ...steps];
  const sums = files.map((name) => `${createHash('sha256').update(read(name)).digest('hex')}  ${name}\n`);
  expect(sums.join('')).toBe(read('SHA256SUMS'));
});

test('migrations are numbered from the baseline without gaps or duplicates', () => {
  expect(steps[0]).toBe(`${BASELINE}.sql`);
  const first = Number.parseInt(BASELINE, 10);
  expect(steps.map((name) => Number(name.slice(0, 4)))).toEqual(steps.map((_, at) => at + first));
});

describe('a step neither breaks nor blocks the previous version', { tags: ['OPS-05', 'D-22'] }, () => {
  test('steps follow the rules of docs/reference/writing-migrations.md', () => {
    const broken = steps.flatMap((name) => brokenRules(read(name)).map((rule) => `${name} ${rule}`));
    expect(broken).toEqual([]);
  });
  test.each([
    ['alter table device alter column user_id type uuid using user_id::uuid', 'type'],
    ['alter table device alter user_id set data type uuid', 'type'],
    ['alter table device add column age int not null', 'required'],
    ['alter table device add nick text, add age int not null', 'required'],
    ['alter table device add column key uuid default gen_random_uuid()', 'default'],
    ['alter table device add column no bigserial', 'default'],
    ['alter table device add column low text generated always as (lower(user_id)) stored', 'default'],
    ['alter table device alter column user_id set not null', 'set-not-null'],
    ['alter table device add constraint one check (seq > 0)', 'constraint'],
    ['alter table device add unique (user_id)', 'constraint'],
    ['alter table device add column store text references store', 'reference'],
    ['create table other (n int); create index device_by_age on device (age)', 'index'],
    ['update device set user_id = null', 'rows'],
    ['delete from device where user_id is null', 'rows'],
    ['lock table device', 'lock'],
    ['drop table device', 'takes-away'],
    ['alter table device drop column user_id', 'takes-away'],
    ['alter table device drop user_id', 'takes-away'],
    ['alter table device rename column user_id to customer', 'takes-away'],
    ['alter table device rename to phone', 'takes-away'],
  ])('%s is refused (%s)', (text, rule) => {
    expect(brokenRules(`-- What for.\n${text};`).map((line) => line.split(':')[0])).toContain(rule);
  });
  test.each([
    'alter table device add column nick text, add column since timestamptz not null default now(), add column n numeric(10, 2) not null default 0',
    'create table other (n int not null, device bigint references device); create index other_by_n on other (n); update other set n = 1',
    'create index device_by_nick on device (nick); drop index device_by_age',
    'alter table device drop constraint one, add constraint one check (seq > 0) not valid',
    'alter table device validate constraint one',
    'create function f() returns void language sql as $$ update device set seq = 1; drop table device; $$',
    "alter table device drop column nick; insert into schema_need values ('0060-no-nick')",
    '-- allowed: rows: eleven rows, which nobody writes\nupdate settings set document = document',
  ])('%s is not refused', (text) => expect(brokenRules(`${text};`)).toEqual([]));
  test('an exception allows only its own rule, and only with a reason', () => {
    expect(brokenRules('-- allowed: rows: eleven rows, which nobody writes\nlock table device;')).toHaveLength(1);
    expect(brokenRules('-- allowed: lock:\nlock table device;')).toHaveLength(1);
  });
});
