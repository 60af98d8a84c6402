import { difference } from '@endcap/contract/history';
import { COUPON_PROMO_ID } from '@endcap/contract/promo-thresholds';
import { StoreDraft } from '@endcap/contract/stores';
import { type QueryResult, type RootOperationNode, sql, type UnknownRow } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportReport } from '@endcap/contract/imports';
import { aStore, aStoreDraft, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { waitingForLocks, whileHeld } from '../../../test/while-held.ts';
import { openDatabase, openPool } from '../../platform/db/connection.ts';
import type { Tables } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { storeKind, storesAsEdited } from '../stores/index.ts';
import { importFile } from './import-file.ts';
import { lockImports } from './import.repository.ts';

const SERVICE_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: `another-service-token-0123456789abcdef, ${SERVICE_TOKEN}` });
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

type Answer = { status: number; body: ImportReport & { error: { code: string; report: ImportReport } } };
const put = (kind: string, payload: string | Buffer, type = 'text/csv', query = '') =>
  world.staff(`PUT /api/v1/import/${kind}${query}`, {
    token: SERVICE_TOKEN,
    payload,
    headers: { 'content-type': type },
  }) as Promise<Answer>;
const json = (kind: string, rows: unknown, query = '') => put(kind, JSON.stringify(rows), 'application/json', query);
const problemsOf = ({ status, body }: Answer) => {
  expect(status).toBe(422);
  expect(body.error.code).toBe('invalid');
  expect(body.error.report.imported).toBe(false);
  return body.error.report.problems.map(({ line, column, code }) => [line, column, code]);
};
const segments = async () =>
  ((await world.staff('GET /api/v1/content-editor/segments', { token: admin })).body as { name: string }[]).map(({ name }) => name);
const thresholds = async (promoId: string) =>
  (await world.staff(`GET /api/v1/content-editor/promothresholds/${promoId}`, { token: admin })).body;

test('the thresholds of an unknown or malformed promotion are an empty list', { tags: ['C24'] }, async () => {
  for (const promoId of ['0', "7'", '%2e%2e%2f', 'x'.repeat(150), '%00', '7 or 1=1']) expect(await thresholds(promoId)).toEqual([]);
});

test('a JSON value of the wrong type is a problem of its column, even if it cannot be converted to text', { tags: ['D-15'] }, async () => {
  for (const value of [{}, { toString: 1 }, { toString: null, valueOf: 'x' }, [[{ toString: 1 }]], true, [], [1, 2]]) {
    const row = { ...aStoreDraft({ storeNo: 7 }), latitude: value };
    expect(problemsOf(await json('stores', [row])), JSON.stringify(value)).toEqual([[1, 'latitude', 'notNumber']]);
    expect((await json('stores', [{ ...row, latitude: 51, storeNo: value }])).status).toBe(422);
    expect((await json('segments', [{ name: value }])).status).toBe(422);
    expect((await json('thresholds', [{ promoId: value, id: value, threshold: value }])).status).toBe(422);
  }
  expect(problemsOf(await json('stores', [{ ...aStoreDraft({ storeNo: 7 }), drive: 'constructor' }]))).toEqual([[1, 'drive', 'invalid']]);
  const { body } = await json('stores', [{ ...aStoreDraft({ storeNo: 7 }), latitude: { deg: 51 } }]);
  expect(body.error.report.problems[0]).toMatchObject({ value: '{"deg":51}' });
});

describe('segments', { tags: ['A-78', 'APP-14', 'ENT-23'] }, () => {
  test('the file is the whole list; missing ones go, returning ones come back, all in the history', { tags: ['API-CONT-12'] }, async () => {
    expect((await put('segments', 'name\nRodzina\nŻubry\nĆwierkanie\n')).body).toMatchObject({
      imported: true,
      created: 3,
      removed: 0,
      rows: 3,
    });
    expect(await segments()).toEqual(['Ćwierkanie', 'Rodzina', 'Żubry']);
    expect((await json('segments', [{ name: 'Rodzina' }, { name: 'Nowi' }])).body).toMatchObject({ created: 1, removed: 2, unchanged: 1 });
    expect((await json('segments', [{ name: 'Rodzina' }, { name: 'Żubry' }])).body).toMatchObject({ created: 1, removed: 1, unchanged: 1 });
    expect(await segments()).toEqual(['Rodzina', 'Żubry']);
    const history = await world.db
      .selectFrom('history')
      .where('entity', '=', 'segment')
      .where('entityId', '=', 'Żubry')
      .orderBy('seq')
      .select(['actor', 'action'])
      .execute();
    expect(history).toEqual(['create', 'delete', 'create'].map((action) => ({ actor: 'import-api', action })));
  });
  test('a dry run reports and writes nothing', async () => {
    const before = await segments();
    const { status, body } = await put('segments', 'name\nInny\n', 'text/csv', '?dryRun=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({ dryRun: true, imported: false, created: 1, removed: 2 });
    expect(body.changes).toContainEqual({ key: 'Inny', change: 'create', fields: { name: [null, 'Inny'] } });
    expect(await segments()).toEqual(before);
    expect((await put('segments', 'name\nA\nA\n', 'text/csv', '?dryRun=true')).body).toMatchObject({ imported: false, problemCount: 1 });
  });
  test('an empty file never empties the list', async () => {
    const before = await segments();
    for (const file of ['', '\n\n', 'name\n', '\ufeffname'])
      expect(problemsOf(await put('segments', file))).toEqual([[null, null, 'empty']]);
    expect(problemsOf(await json('segments', []))).toEqual([[null, null, 'empty']]);
    expect(await segments()).toEqual(before);
  });
  test(
    'refuses a name with a comma, which phones could not send; a stored one is listed until the next file removes it',
    { tags: ['APP-05', 'A-78'] },
    async () => {
      await world.db.insertInto('segment').values({ name: 'Rodzina, Plus', deletedAt: null }).execute();
      expect(await segments()).toContain('Rodzina, Plus');
      expect(problemsOf(await json('segments', [{ name: 'Rodzina' }, { name: 'Rodzina, Plus' }]))).toEqual([[2, 'name', 'invalid']]);
      expect(problemsOf(await put('segments', 'name\n"Rodzina, Plus"\n'))).toEqual([[2, 'name', 'invalid']]);
      const { body } = await json('segments', [{ name: 'Rodzina' }, { name: 'Plus' }]);
      expect(body.changes).toContainEqual({ key: 'Rodzina, Plus', change: 'remove', fields: { name: ['Rodzina, Plus', null] } });
      expect(await segments()).toEqual(['Plus', 'Rodzina']);
    },
  );
});

describe('promo thresholds', { tags: ['A-79', 'ENT-24'] }, () => {
  test(
    'are sorted, may have a decimal comma and are replaced as a whole; an unknown promotion has none',
    { tags: ['API-CONT-13', 'API-CONT-17', 'CONST-27'] },
    async () => {
      await put('thresholds', 'promoId;id;threshold\n7;c;150\n7;a;49,99\n7;b;100.5\n8;a;1\n');
      expect(COUPON_PROMO_ID).toBe('7');
      expect(await thresholds(COUPON_PROMO_ID)).toEqual([
        { _id: 'a', promoId: '7', threshold: 49.99 },
        { _id: 'b', promoId: '7', threshold: 100.5 },
        { _id: 'c', promoId: '7', threshold: 150 },
      ]);
      for (const promoId of ['9', 'abc', encodeURIComponent("'; --")]) expect(await thresholds(promoId)).toEqual([]);
      const { body } = await json('thresholds', [
        { promoId: 7, id: 'a', threshold: 50 },
        { promoId: '7', id: 'b', threshold: '100,5' },
      ]);
      expect(body).toMatchObject({ created: 0, updated: 1, unchanged: 1, removed: 2 });
      expect(await thresholds('7')).toHaveLength(2);
      expect(await thresholds('8')).toEqual([]);
    },
  );
  test('each threshold that a file adds, changes or removes has an entry in the history', async () => {
    await put('thresholds', 'promoId;id;threshold\n7;gone;1\n7;changed;2\n7;kept;3\n');
    await put('thresholds', 'promoId;id;threshold\n7;changed;2,5\n7;kept;3\n7;added;4\n');
    const entries = await world.db
      .selectFrom('history')
      .where('entity', '=', 'promoThreshold')
      .where('entityId', 'like', '7/%')
      .orderBy('seq')
      .select(['entityId', 'actor', 'action'])
      .execute();
    const actionsOf = (id: string) =>
      entries.filter(({ entityId, actor }) => entityId === `7/${id}` && actor === 'import-api').map(({ action }) => action);
    expect(['gone', 'changed', 'kept', 'added'].map(actionsOf)).toEqual([
      ['create', 'delete'],
      ['create', 'update'],
      ['create'],
      ['create'],
    ]);
  });
  test('refuses thresholds that are not plain numbers', { tags: ['S18'] }, async () => {
    const rows = ['-1', 'NaN', '1.234', '', 'x', '1e3'].map((threshold, n) => `7,t${n},${threshold}`);
    expect(problemsOf(await put('thresholds', `promoId,id,threshold\n${rows.join('\n')}`))).toEqual(
      rows.map((_, n) => [n + 2, 'threshold', 'notNumber']),
    );
  });
});

describe('stores by number', () => {
  const header = 'storeNo;name;street;zipCode;city;latitude;longitude;openingHours;storeType;drive';
  const row = (storeNo: number | string, name = `Sklep ${storeNo}`) =>
    `${storeNo};${name};ul. Polna 1;00-001;Łódź;51,75;19,46;"pn–sb 6–22\nnd 9–20";super;tak`;

  test('creates new stores by the rules of the form, updates known ones by the columns of the file, and keeps others', async () => {
    const kept = await aStore(world.db, { storeNo: 900, name: 'Nietknięty' });
    expect((await put('stores', `${header}\n${row('0501')}\n${row(502)}\n`)).body).toMatchObject({ imported: true, created: 2, rows: 2 });
    const { body } = await put('stores', 'storeNo,phone,drive\n501,"+48 42, w. 5",nie\n502,,1\n');
    expect(body).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
      changes: [{ key: '501', change: 'update', fields: { phone: [null, '+48 42, w. 5'], drive: [true, false] } }],
    });
    const stores = await world.db.selectFrom('store').where('storeNo', 'in', [501, 502]).orderBy('storeNo').selectAll().execute();
    expect(stores).toMatchObject([
      {
        storeNo: 501,
        name: 'Sklep 0501',
        latitude: 51.75,
        openingHours: 'pn–sb 6–22\nnd 9–20',
        drive: false,
        phone: '+48 42, w. 5',
        revision: 2,
        updatedBy: 'import-api',
      },
      { storeNo: 502, drive: true, phone: null, revision: 1 },
    ]);
    expect(await world.db.selectFrom('store').where('id', '=', kept).select(['name', 'revision', 'deletedAt']).executeTakeFirst()).toEqual({
      name: 'Nietknięty',
      revision: 1,
      deletedAt: null,
    });
    const history = await world.db
      .selectFrom('history')
      .where('entityId', '=', stores[0]?.id ?? '')
      .orderBy('seq')
      .select(['action', 'changes'])
      .execute();
    expect(history.at(-1)).toEqual({ action: 'update', changes: { phone: [null, '+48 42, w. 5'], drive: [true, false] } });
  });
  test('an exported list can be imported again; derived columns are ignored', async () => {
    const { body } = await put('stores', 'storeNo,name,address,main,notifications\n501,Nowa nazwa,nieważne,5,6\n');
    expect(body).toMatchObject({ updated: 1, changes: [{ fields: { name: ['Sklep 0501', 'Nowa nazwa'] } }] });
  });
  test('one bad row prevents the import; every problem is reported with line, column and value', async () => {
    const before = await world.db.selectFrom('store').select(['id', 'revision']).orderBy('id').execute();
    const answer = await put(
      'stores',
      `${header}\n${row(601)}\n${row('abc')}\n${row(602).replace('51,75', '95')}\n${row(603).replace('tak', 'może')}\n${row(601)}\n;${row(1).slice(2)}\n`,
    );
    expect(problemsOf(answer)).toEqual([
      [4, 'storeNo', 'notInteger'],
      [6, 'latitude', 'outOfRange'],
      [8, 'drive', 'invalid'],
      [10, 'storeNo', 'duplicate'],
      [12, 'storeNo', 'required'],
    ]);
    expect(answer.body.error.report.problems[1]).toMatchObject({ value: '95' });
    expect(await world.db.selectFrom('store').select(['id', 'revision']).orderBy('id').execute()).toEqual(before);
  });
  // Files with a bad row, by what precedes it. Lines are numbered as in a text editor.
  test.each([
    ['blank lines', 'storeNo,name\n501,A\n\n\nabc,B\n502,C\n', [5]],
    ['blank lines in a row at the end', 'storeNo,name\n501,A\n\nabc,B\n\n\n', [4]],
    ['a blank line before the header', '\nstoreNo;name\n501;A\nabc;B\n', [4]],
    ['line breaks within a quoted name', 'storeNo,name\n501,"A\nz\n"\n\nabc,"B\nz"\n\nxyz,C\n', [6, 9]],
    ['CRLF', 'storeNo,name\r\n501,A\r\n\r\nabc,B\r\n', [4]],
    ['CRLF within a quoted name', 'storeNo,name\r\n501,"A\r\nz"\r\n\r\nabc,"B\r\nz"\r\n502,"C\nz"\r\nxyz,D\r\n', [5, 9]],
    ['a last line without a break', 'storeNo,name\n501,A\n\nabc,B', [4]],
    ['a last line of two without a break', 'storeNo,name\r\n\r\n501,A\r\nabc,"B\r\nz"', [4]],
  ])('the report names the line at which a row begins: %s', async (_what, file, lines) =>
    expect(problemsOf(await put('stores', file)).filter(([, , code]) => code === 'notInteger')).toEqual(
      lines.map((line) => [line, 'storeNo', 'notInteger']),
    ),
  );
  test('the report names the line of a row that has a cell too many, after a blank line too', async () =>
    expect(problemsOf(await put('stores', 'storeNo,name\n\n501,A,B\n'))).toEqual([[3, null, 'columnCount']]));
  test('a new store needs all required fields of the form; a number that two stores have is ambiguous', async () => {
    expect(problemsOf(await put('stores', 'storeNo,name\n777,Brak\n'))).toEqual(
      ['street', 'zipCode', 'city', 'latitude', 'longitude', 'openingHours'].map((column) => [2, column, 'required']),
    );
    await aStore(world.db, { storeNo: 888 });
    await aStore(world.db, { storeNo: 888 });
    expect(problemsOf(await put('stores', 'storeNo,name\n888,Który\n'))).toEqual([[2, 'storeNo', 'ambiguous']]);
  });
  test('an import completes and checks each row as the editor does, and imports nothing if a check fails', async () => {
    const own = { check: storeKind.check, complete: storeKind.complete };
    storeKind.complete = async (_db, draft) => ({ ...draft, phone: '22 100' });
    const codeOf = (phone: string | null): 'invalid' | 'required' => (phone === '22 100' ? 'invalid' : 'required');
    storeKind.check = async (_db, { city, phone }, before) => (city === 'Zabronione' ? { city: [before ? 'unknown' : codeOf(phone)] } : {});
    const file = (city: string) =>
      json(
        'stores',
        [7_001, 7_002].map((storeNo) => aStoreDraft({ storeNo, city })),
      );
    expect(problemsOf(await file('Zabronione'))).toEqual([
      [1, 'city', 'invalid'],
      [2, 'city', 'invalid'],
    ]);
    expect((await file('Łódź')).body).toMatchObject({ imported: true, created: 2 });
    expect(problemsOf(await file('Zabronione'))).toEqual([
      [1, 'city', 'unknown'],
      [2, 'city', 'unknown'],
    ]);
    expect((await file('Łódź')).body).toMatchObject({ imported: true, created: 0, unchanged: 2 });
    Object.assign(storeKind, own);
  });

  test('reports missing, unknown and duplicate columns', async () => {
    expect(problemsOf(await put('stores', 'number,name,Name\n1,a,b\n'))).toEqual([
      [1, 'number', 'unknownColumn'],
      [1, 'Name', 'duplicateColumn'],
      [1, 'storeNo', 'missingColumn'],
    ]);
    expect(problemsOf(await put('stores', 'storeNo,name\n501,a,b\n'))).toEqual([[2, null, 'columnCount']]);
    expect(problemsOf(await put('stores', 'storeNo,name\n501,"a\n'))).toEqual([[2, null, 'malformed']]);
  });
  test('recognises Windows-1250, shows how it would read, and imports it when that encoding is given', async () => {
    const polish = Buffer.from('storeNo,name\n501,Za\xbf\xf3\xb3\xe6\n', 'latin1');
    const refused = await put('stores', polish);
    expect(problemsOf(refused)).toEqual([[2, null, 'notUtf8']]);
    expect(refused.body.error.report.problems[0]).toMatchObject({ value: '501,Zażółć' });
    expect((await put('stores', polish, 'text/csv', '?encoding=windows-1250')).body).toMatchObject({ updated: 1 });
    expect(await world.db.selectFrom('store').where('storeNo', '=', 501).select('name').executeTakeFirst()).toEqual({ name: 'Zażółć' });
    expect(problemsOf(await put('stores', 'storeNo,name\n501,Zażółć\n', 'text/csv', '?encoding=windows-1250'))).toEqual([
      [null, null, 'isUtf8'],
    ]);
    expect((await put('stores', polish, 'text/csv', '?encoding=utf-16')).status).toBe(400);
  });
  test('reads what Excel leaves behind in a file', { tags: ['E-22'] }, async () => {
    const columns = 'storeNo;name;street;zipCode;city;latitude;longitude;openingHours;storeType';
    const cells = (storeNo: number, type = 'contact') =>
      `${storeNo};Koszyk Łódź;ul. Żółta 1;90-001;Łódź;51,7592;19,4560;pn-sb 6:00-22:00;${type}`;
    const files: [string, string | Buffer][] = [
      ['a first line that names the separator', `\ufeffsep=;\r\n${columns}\r\n${cells(1_901)}\r\n`],
      ['empty columns at the end', `\ufeff${columns};;;\r\n${cells(1_902)};;;\r\n`],
      ['empty rows at the end', `\ufeff${columns}\r\n${cells(1_903)}\r\n;;;;;;;;\r\n;;;;;;;;\r\n`],
      ['blanks and another case around a choice', `${columns}\n${cells(1_904, 'Contact ')}\n`],
      ['an unnamed empty column in the middle', `${columns};;drive\n${cells(1_905)};;nie\n`],
      ['names with blanks and invisible characters', `${columns.replace('name', ' Name\u00a0\u200b')}\n${cells(1_906)}\n`],
      ['flags in Polish', `${columns};drive;gasStation\n${cells(1_907)};FAŁSZ;Fałsz\n`],
      ['empty flags', `${columns};drive;gasStation\n${cells(1_908)};; \n`],
      ['UTF-16', Buffer.from(`\ufeff${columns}\r\n${cells(1_909)}\r\n`.replaceAll(';', '\t'), 'utf16le')],
    ];
    for (const [what, file] of files)
      expect(await put('stores', file), what).toMatchObject({ status: 200, body: { imported: true, created: 1, problemCount: 0 } });
    const marked = Buffer.from(`\ufeff${columns};drive\r\n${cells(1_909, 'super')};PRAWDA\r\n`.replaceAll(';', '\t'), 'utf16le').swap16();
    expect((await put('stores', marked, 'text/csv', '?encoding=windows-1250')).body).toMatchObject({
      changes: [{ key: '1909', change: 'update', fields: { storeType: ['contact', 'super'], drive: [false, true] } }],
    });
    const made = await world.db
      .selectFrom('store')
      .where('storeNo', '>', 1_900)
      .where('storeNo', '<', 1_910)
      .orderBy('storeNo')
      .selectAll()
      .execute();
    expect(made.map(({ name, storeType, drive, gasStation }) => [name, storeType, drive, gasStation])).toEqual([
      ...Array.from({ length: 8 }, () => ['Koszyk Łódź', 'contact', false, false]),
      ['Koszyk Łódź', 'super', true, false],
    ]);
  });
  test('still refuses a cell without a column, even beside empty cells', { tags: ['E-22'] }, async () => {
    expect(problemsOf(await put('segments', 'sep=,\nname,\nA,b\n'))).toEqual([[2, '', 'unknownColumn']]);
    expect(problemsOf(await put('segments', 'name,\nA,,b\n'))).toEqual([[2, null, 'columnCount']]);
    expect(problemsOf(await put('thresholds', 'promoId,id,threshold\n7,a\n'))).toContainEqual([2, null, 'columnCount']);
  });
  test('warns of coordinates that look swapped or lie abroad, and imports them', { tags: ['E-23'] }, async () => {
    const rows = [
      aStoreDraft({ storeNo: 1_921 }),
      aStoreDraft({ storeNo: 1_922, latitude: '19,4560', longitude: '51,7592' }),
      aStoreDraft({ storeNo: 1_923, latitude: 50.0755, longitude: 13.4378 }),
      aStoreDraft({ storeNo: 1_924 }),
    ];
    expect((await json('stores', rows)).body).toMatchObject({
      imported: true,
      created: 4,
      problemCount: 0,
      warningCount: 2,
      warnings: [
        { line: 2, column: 'latitude', code: 'swapped', value: '19.456, 51.7592' },
        { line: 3, column: 'latitude', code: 'outsidePoland', value: '50.0755, 13.4378' },
      ],
    });
    // This file has no coordinates.
    expect((await put('stores', 'storeNo;name\n1922;Inna nazwa\n')).body).toMatchObject({ imported: true, warningCount: 0, warnings: [] });
  });
  test('refuses a file in which most coordinates look swapped', { tags: ['E-23'] }, async () => {
    const columns = 'storeNo;name;street;zipCode;city;latitude;longitude;openingHours;storeType';
    const swapped = (storeNo: number) => `${storeNo};Koszyk Test Łódź;ul. Żółta 1;90-001;Łódź;19,4560;51,7592;pn-sb 6:00-22:00;contact`;
    const answer = await put(
      'stores',
      `${columns}\n${swapped(1_931)}\n${swapped(1_932)}\n${swapped(1_933).replace('19,4560;51,7592', '51,7592;19,4560')}\n`,
    );
    expect(problemsOf(answer)).toEqual([[null, 'latitude', 'mostlySwapped']]);
    expect(answer.body.error.report).toMatchObject({ warningCount: 2, problems: [{ value: '2/3' }] });
    expect(problemsOf(await put('stores', `${columns}\n${swapped(1_931)}\n`))).toEqual([[null, 'latitude', 'mostlySwapped']]);
    expect(await world.db.selectFrom('store').where('storeNo', '>', 1_930).where('storeNo', '<', 1_934).select('id').execute()).toEqual([]);
  });
  test('JSON: a list of objects with the same names; numbers stay numbers', async () => {
    expect((await json('stores', [aStoreDraft({ storeNo: 950 })])).body).toMatchObject({ created: 1 });
    expect((await json('stores', { storeNo: 950 })).status).toBe(422);
    expect(problemsOf(await json('stores', [{ storeNo: 950 }, 5]))).toEqual([[2, null, 'notObject']]);
    expect(problemsOf(await json('stores', [{ storeNo: 950, drive: 'maybe', colour: 'red' }]))).toEqual([
      [null, 'colour', 'unknownColumn'],
    ]);
    expect((await put('stores', 'nonsense', 'application/json')).status).toBe(400);
    expect((await put('stores', 'x', 'text/plain')).status).toBe(415);
  });
  test(
    'JSON may have column names in another case, as a CSV may; two spellings of one name in a file are refused',
    { tags: ['APP-14'] },
    async () => {
      await aStore(world.db, { storeNo: 980, city: 'Zgierz' });
      const known = { storeNo: 980, Phone: '42 111', ' CITY ': 'Łódź', Address: 'nieważne' };
      expect((await json('stores', [known])).body).toMatchObject({
        imported: true,
        unchanged: 0,
        changes: [{ key: '980', change: 'update', fields: { phone: [null, '42 111'], city: ['Zgierz', 'Łódź'] } }],
      });
      const made = aStoreDraft({ StoreNo: 981, Phone: '42 222', DRIVE: 'tak', MondayHours: '8-20' });
      expect((await json('stores', [made])).body).toMatchObject({ imported: true, created: 1 });
      const stores = await world.db.selectFrom('store').where('storeNo', 'in', [980, 981]).orderBy('storeNo').selectAll().execute();
      expect(stores).toMatchObject([
        { phone: '42 111', city: 'Łódź' },
        { phone: '42 222', drive: true, mondayHours: '08:00-20:00' },
      ]);
      expect(problemsOf(await json('stores', [{ storeNo: 980, phone: '1', Phone: '2' }]))).toEqual([[null, 'Phone', 'duplicateColumn']]);
      const others = [
        await json('segments', [{ NAME: 'A' }], '?dryRun=true'),
        await json('thresholds', [{ PromoId: 7, ID: 'new', Threshold: 1 }], '?dryRun=true'),
      ];
      expect(others.map(({ body }) => [body.problemCount, body.created])).toEqual([
        [0, 1],
        [0, 1],
      ]);
    },
  );
  test('5,000 rows at once, and again without a change', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => aStoreDraft({ storeNo: 10_000 + n, name: `Sklep ${n}` }));
    expect((await json('stores', rows)).body).toMatchObject({ imported: true, created: 5_000 });
    expect((await json('stores', rows)).body).toMatchObject({ imported: true, created: 0, updated: 0, unchanged: 5_000 });
  });
  test.each([
    ['57014', 'time', 'a statement of the database took longer than it may, or was cancelled'],
    ['55P03', 'locks', 'another session held a lock for too long'],
    ['53200', 'memory', 'the database server has no memory left'],
    ['53100', 'disk', 'the disk of the database server is full'],
    ['53300', 'connections', 'the database server has no connection left'],
    ['53400', 'temporaryFiles', 'a statement needs larger temporary files than the database allows (temp_file_limit)'],
  ])(
    'an import that PostgreSQL ends with %s names what ran out (%s) and changes nothing',
    { tags: ['E-70'] },
    async (code, resource, says) => {
      await sql`create or replace function end_import() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'from PostgreSQL' using errcode = '${code}'; end`)}`.execute(world.db);
      await sql`create trigger end_import after insert on history for each statement execute function end_import()`.execute(world.db);
      const answer = await json('stores', [aStoreDraft({ storeNo: 971 })]).finally(() =>
        sql`drop trigger end_import on history`.execute(world.db),
      );
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        body: { error: { code: 'unavailable', ranOut: resource, message: `Nothing was imported: ${says}` } },
      });
      expect(await world.db.selectFrom('store').where('storeNo', '=', 971).select('id').execute()).toEqual([]);
    },
  );
  test('two concurrent imports run one after the other', async () => {
    const both = await Promise.all([json('stores', [aStoreDraft({ storeNo: 970 })]), json('stores', [aStoreDraft({ storeNo: 970 })])]);
    expect(both.map(({ body }) => body.created).toSorted()).toEqual([0, 1]);
  });
  test(
    'waiting imports leave connections for other requests; while eight wait, more are refused with 429',
    { tags: ['APP-14'] },
    async () => {
      const small = await freshWorld({ ENDCAP_DATABASE_POOL_SIZE: '2', ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN });
      const beside = openDatabase<Tables>(openPool({ url: small.databaseUrl, poolSize: 2, onError: () => {} }));
      const send = (n: number) => {
        const headers = { 'content-type': 'application/json' };
        const payload = JSON.stringify([{ name: `Region ${n}` }]);
        return small.staff('PUT /api/v1/import/segments', { token: SERVICE_TOKEN, payload, headers });
      };
      let imports: ReturnType<typeof send>[] = [];
      let refused = 0;
      await whileHeld(beside, lockImports, async () => {
        imports = times(12, async (n) => {
          const answer = await send(n);
          if (answer.status === 429) refused += 1;
          return answer;
        });
        await expect.poll(() => waitingForLocks(beside)).toBeGreaterThan(0);
        // Requests beyond the limit are refused at once.
        await expect.poll(() => refused).toBe(3);
        expect((await small.staff('GET /api/v1/content-editor/segments', { token: admin })).status).toBe(200);
      });
      const answers = await Promise.all(imports);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), ...Array(3).fill(429)]);
      expect(answers.find(({ status }) => status === 429)).toMatchObject({ headers: { 'retry-after': '2' } });
      await beside.destroy();
      await small.close();
    },
  );
});

describe('stores are written in sets', () => {
  /** Imports like the route, and counts the statements. */
  const counted = async (rows: readonly unknown[]): Promise<{ statements: number; report: ImportReport }> => {
    let statements = 0;
    const count = {
      transformQuery: ({ node }: { node: RootOperationNode }) => node,
      transformResult: async ({ result }: { result: QueryResult<UnknownRow> }) => {
        statements += 1;
        return result;
      },
    };
    const run = importFile({ db: world.db.withPlugin(count), now: () => new Date() });
    const report = await run({ kind: 'stores', file: rows, encoding: 'utf-8', dryRun: false, actorId: 'import-api' });
    return { statements, report };
  };
  const rowsOf = (count: number, from: number, facts: (n: number) => object) =>
    Array.from({ length: count }, (_, n) => aStoreDraft({ storeNo: from + n, ...facts(n) }));
  const idsOf = async (from: number, count: number): Promise<string[]> => {
    const found = world.db
      .selectFrom('store')
      .where('storeNo', '>=', from)
      .where('storeNo', '<', from + count);
    return (await found.orderBy('storeNo').select('id').execute()).map(({ id }) => id);
  };

  test(
    'an import of a thousand stores takes only a handful of statements more than an import of ten stores',
    { tags: ['APP-14'] },
    async () => {
      const [few, many] = [await counted(rowsOf(10, 20_000, () => ({}))), await counted(rowsOf(1_010, 21_000, () => ({})))];
      expect([few.report.created, many.report.created]).toEqual([10, 1_010]);
      const known = await counted(rowsOf(1_010, 21_000, () => ({ name: 'Inaczej' })));
      expect(known.report.updated).toBe(1_010);
      // Two sets more, each looked up and written with the files that its stores no longer name, and a thousand rows more of the history.
      expect(many.statements - few.statements).toBeLessThanOrEqual(7);
      expect(known.statements).toBe(many.statements);
    },
  );

  test(
    'writes every field of new and existing rows, with author, revision, history in order and a change notice to phones',
    { tags: ['APP-14', 'A-123'] },
    async () => {
      const whole = {
        phone: '+48 42 "w. 5" \\ żółć',
        ecommerceSlug: 'sklep-1',
        notificationSign: 'Koszyk 🛒',
        openingHours: 'pn–sb 6–22\nnd 9–20',
        latitude: 51.7512345,
        longitude: -0.0000001,
        storeType: 'generalist',
        drive: true,
        gasStation: true,
        mondayHours: '06:00-22:00',
        sundayHours: '09:00-20:00',
        sundayRule: 'never',
        hoursExceptions: [
          { day: '2027-01-02', hours: '08:00-12:00' },
          { day: '2027-01-03', hours: null },
        ],
      };
      const first = rowsOf(300, 30_000, (n) => (n % 2 === 0 ? whole : {}));
      expect((await json('stores', first)).body).toMatchObject({ imported: true, created: 300 });
      const made = await idsOf(30_000, 300);
      const marks = () =>
        world.db.selectFrom('store').where('id', 'in', made).select(['id', 'createdAt', 'createdBy']).orderBy('id').execute();
      const asMade = await marks();
      const { number: before } = await latestChange(world.db);
      // Known ones among new ones, over the bounds of a set.
      const second = rowsOf(700, 30_000, (n) => (n % 2 === 1 ? whole : { name: `Inny ${n}` }));
      expect((await json('stores', second.toReversed())).body).toMatchObject({ imported: true, created: 400, updated: 300 });
      const ids = await idsOf(30_000, 700);
      const wasThen = first.map((row) => StoreDraft.parse(row));
      // Columns missing from a row keep their stored values.
      const isNow = second.map((row, n) => StoreDraft.parse({ ...first[n], ...row }));
      const stored = new Map((await storesAsEdited(world.db, ids)).map(({ _id, ...draft }) => [_id, draft]));
      expect(ids.map((id) => stored.get(id))).toEqual(isNow);
      expect(await marks()).toEqual(asMade);
      const rows = await world.db
        .selectFrom('store')
        .where('id', 'in', ids)
        .orderBy('storeNo')
        .select(['revision', 'updatedBy', 'deletedAt'])
        .execute();
      expect(rows).toEqual(ids.map((_, n) => ({ revision: n < 300 ? 2 : 1, updatedBy: 'import-api', deletedAt: null })));
      const history = await world.db
        .selectFrom('history')
        .where('entityId', 'in', ids)
        .orderBy('seq', 'desc')
        .limit(700)
        .select(['entityId', 'actor', 'action', 'changes', 'label'])
        .execute();
      expect(history).toEqual(
        ids.map((entityId, n) => ({
          entityId,
          actor: 'import-api',
          action: n < 300 ? 'update' : 'create',
          changes: difference(wasThen[n] ?? {}, isNow[n] ?? {}),
          label: expect.stringContaining(String(30_000 + n)),
        })),
      );
      const noted = world.db.selectFrom('changedRow').where('kind', '=', 'store').where('number', '>', before);
      expect((await noted.select('id').execute()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    },
  );

  test(
    'each store of an import uses exactly the files that its own texts name, and releases those that they no longer name',
    { tags: ['U31'] },
    async () => {
      const [one, other] = ['1', '2'].map((digit) => `${digit.repeat(32)}.pdf`) as [string, string];
      const facts = { bytes: 1, uploadedBy: 'x', askedAt: new Date() };
      await world.db
        .insertInto('storedFile')
        .values([one, other].map((name) => ({ name, contentHash: Buffer.from(name), ...facts })))
        .execute();
      const [see, both] = [`zob. ${one}`, `zob. ${one} i ${other}`];
      await json(
        'stores',
        rowsOf(3, 40_000, (n) => ({ openingHours: [see, both, 'pn–sb'][n] })),
      );
      await json(
        'stores',
        rowsOf(4, 40_000, (n) => ({ openingHours: ['pn–sb', `zob. ${other}`, both, see][n] })),
      );
      const uses = await world.db
        .selectFrom('fileUse')
        .innerJoin('store', 'store.id', 'fileUse.entityId')
        .where('entity', '=', 'store')
        .where('fileUse.name', 'in', [one, other])
        .orderBy('storeNo')
        .orderBy('fileUse.name')
        .select(['storeNo', 'fileUse.name as file', 'endedAt'])
        .execute();
      expect(uses.map(({ storeNo, file, endedAt }) => [storeNo, file, endedAt === null])).toEqual([
        [40_000, one, false],
        [40_001, one, false],
        [40_001, other, true],
        [40_002, one, true],
        [40_002, other, true],
        [40_003, one, true],
      ]);
    },
  );

  test('a problem of one row is reported with its line, and no other row is written', { tags: ['D-15'] }, async () => {
    for (const _ of ['one', 'another']) await aStore(world.db, { storeNo: 50_600 });
    const rows = rowsOf(700, 50_000, (n) => (n === 550 ? { latitude: 95 } : {}));
    expect(problemsOf(await json('stores', [...rows, rows[3]]))).toEqual([
      [551, 'latitude', 'outOfRange'],
      [601, 'storeNo', 'ambiguous'],
      [701, 'storeNo', 'duplicate'],
    ]);
    expect(await idsOf(50_000, 700)).toHaveLength(2);
  });
});

/** Returns the response to an import, and the number of other sequential requests that were answered before it. */
const answeredBefore = async (send: () => Promise<Answer>): Promise<{ answer: Answer; others: number }> => {
  let isOver = false;
  const sent = send().finally(() => (isOver = true));
  let others = 0;
  while (!isOver) {
    expect((await world.staff('GET /api/v1/content-editor/segments', { token: admin })).status).toBe(200);
    if (!isOver) others += 1;
  }
  return { answer: await sent, others };
};

describe('an import of 20,000 stores', { tags: ['E-28'] }, () => {
  const rows = times(20_000, (n) => aStoreDraft({ storeNo: 100_000 + n, name: `Sklep ${n}` }));
  const csv = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${String(cell)}"`).join(';'))
    .join('\n');

  test.each([
    ['CSV', () => put('stores', csv, 'text/csv', '?dryRun=true')],
    ['JSON', () => json('stores', rows, '?dryRun=true')],
  ])('does not block other requests while it reads and plans a file of %s', async (_format, send) => {
    const { answer, others } = await answeredBefore(send);
    expect(answer).toMatchObject({ status: 200, body: { rows: 20_000, created: 20_000, problemCount: 0 } });
    expect(others).toBeGreaterThanOrEqual(10);
  });
});
test('an import of 20,000 rows completes while other requests are answered', { tags: ['E-28'] }, async () => {
  const rows = times(20_000, (n) => ({ promoId: '9', id: `t${n}`, threshold: n / 100 }));
  const before = (await thresholds('7')) as { _id: string }[];
  const { answer, others } = await answeredBefore(() => json('thresholds', rows));
  expect(answer).toMatchObject({ status: 200, body: { imported: true, rows: 20_000, created: 20_000, removed: before.length } });
  expect(others).toBeGreaterThan(0);
  expect(await thresholds('9')).toEqual(rows.map(({ id, ...row }) => ({ _id: id, ...row })));
});

test('only a service token opens the imports: no staff token, no unknown one; a short one is refused at start', async () => {
  for (const token of [admin, `${SERVICE_TOKEN}x`, SERVICE_TOKEN.slice(1)])
    expect(
      (await world.staff('PUT /api/v1/import/segments', { token, payload: 'name\nA', headers: { 'content-type': 'text/csv' } })).status,
    ).toBe(401);
  await expect(freshWorld({ ENDCAP_IMPORT_TOKENS: 'short' })).rejects.toThrow('ENDCAP_IMPORT_TOKENS (invalid: ');
});
