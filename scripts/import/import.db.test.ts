import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand } from '../test/run-command.ts';
import { importArguments } from './arguments.ts';
import { runImport } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-import-'));
const database = `import_${Date.now()}`;
const onServer = async (name: string, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: inject('databaseUrl').replace('DATABASE', name) });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
};
beforeAll(() => onServer('postgres', `create database ${database} template endcap_template`));
afterAll(async () => {
  await onServer('postgres', `drop database ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const run = async (...words: string[]): Promise<{ code: number | null; out: string }> => {
  const { code, out, errors } = await runCommand(
    runImport,
    { DATABASE_URL: inject('databaseUrl').replace('DATABASE', database) },
    ...words,
  );
  return { code, out: out + errors };
};
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

test(
  'npm run import previews the changes and imports a file; a refused file changes nothing and its problems are printed',
  { tags: ['APP-14'] },
  async () => {
    const path = file('segments.csv', '\ufeffname\r\nRodzina\r\nŻubry\r\n');
    expect(await run('segments', path, '--dry-run')).toEqual({
      code: 0,
      out: `${path}: 2 rows; 2 new, 0 changed, 0 as they are\n  + Rodzina: name "Rodzina"\n  + Żubry: name "Żubry"\nDry run: nothing was imported.\n`,
    });
    expect(await onServer(database, 'select name from segment')).toEqual([]);
    expect(await run('segments', path)).toMatchObject({ code: 0, out: expect.stringContaining('Imported.') });
    expect(await run('thresholds', file('thresholds.json', '\ufeff[{"promoId": 7, "id": "a", "threshold": 49.99}]'))).toMatchObject({
      code: 0,
    });
    expect(await onServer(database, 'select name from segment order by name')).toEqual([{ name: 'Rodzina' }, { name: 'Żubry' }]);
    expect(await onServer(database, 'select promo_id, threshold::text from promo_threshold')).toEqual([
      { promo_id: '7', threshold: '49.99' },
    ]);

    const polish = file('stores.csv', Buffer.from('storeNo;name\n1;\xa3\xf3d\x9f\n', 'latin1'));
    expect(await run('stores', polish)).toEqual({
      code: 1,
      out: `${polish}: 0 rows; 0 new, 0 changed, 0 as they are\n1 problem:\n  line 2: “1;Łódź” is not UTF-8; if that reads right, add --encoding windows-1250, or save the file as UTF-8\nNothing was imported.\n`,
    });
    expect((await run('stores', polish, '--encoding', 'windows-1250')).out).toContain('line 2, street: must not be empty');
    expect(await run('stores', join(folder, 'none.csv'))).toMatchObject({ code: 2 });
    expect(await run('stores', file('bad.json', '{'))).toMatchObject({ code: 2 });
  },
);

test('npm run import reports a full disk of the database server, and imports nothing', { tags: ['E-70'] }, async () => {
  const before = await onServer(database, 'select count(*)::int as segments from segment');
  await onServer(
    database,
    `create function end_import() returns trigger language plpgsql as $$ begin raise exception 'from PostgreSQL' using errcode = '53100'; end $$`,
  );
  await onServer(database, 'create trigger end_import after insert on history for each statement execute function end_import()');
  expect(await run('segments', file('more.csv', 'name\nNowi\n'))).toEqual({
    code: 1,
    out: 'import: Nothing was imported: the disk of the database server is full\n',
  });
  await onServer(database, 'drop trigger end_import on history');
  expect(await onServer(database, 'select count(*)::int as segments from segment')).toEqual(before);
});

test.each([
  [[], 'a list is one of segments, thresholds, stores'],
  [['stores'], 'the file is missing'],
  [['shops', 'x.csv'], 'a list is one of segments, thresholds, stores'],
  [['stores', 'a.csv', 'b.csv'], 'one file, not 2'],
  [['stores', 'a.csv', '--encoding', 'latin1'], '--encoding is one of utf-8, windows-1250'],
  [['stores', '--dryrun'], '--dryrun is not known'],
])('rejects the arguments %j', (words, problem) => expect(importArguments(words)).toBe(problem));
