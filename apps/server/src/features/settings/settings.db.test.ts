import { appSettingsRoutes, emptySettings, Settings, settingsRoutes, type SettingsDocument } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { leavesOf, withoutLeaf } from '../../../test/leaves.ts';
import { newId } from '../../platform/ids.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom('settings').execute());

const read = async () => {
  const { status, body, headers } = await world.staff(settingsRoutes.read, { token: admin });
  expect(status).toBe(200);
  return { settings: body, tag: String(headers['etag']) };
};
const post = (body: object, headers = {}) => world.staff(settingsRoutes.save, { token: admin, body, headers });
const saved = async (body: object): Promise<Settings> => {
  const answer = await post(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const fieldsOf = async (body: object) => {
  const answer = await post(body);
  expect(answer.status, JSON.stringify(body)).toBe(422);
  return problemIn(answer).fields;
};
const aFile = async (name: string): Promise<void> => {
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at) values (${name}, sha256_of(${name}), 1, 'x', now()) on conflict do nothing`.execute(
    world.db,
  );
};

describe('settings-editor', () => {
  test(
    'a fresh installation answers defaults',
    { tags: ['SET-17', 'A-108', 'API-SET-01', 'LOY-03', 'LOY-06', 'LOY-08', 'ENT-19', 'ENUM-08', 'CONST-21', 'CONST-22'] },
    async () => {
      const { settings } = await read();
      expect(settings).toMatchObject({ _id: 'settings', ...emptySettings, updatedBy: null });
      expect(settings.loyalty.thresholds).toHaveLength(4);
      expect(settings.loyalty.regulations.map(({ type }) => type)).toEqual(['regulation', 'faq']);
    },
  );
  test(
    'a save changes only the fields that were sent: groups key by key, lists as a whole, in one record',
    { tags: ['SET-12', 'SET-14', 'API-SET-02', 'A-108', 'A-111'] },
    async () => {
      await saved({
        signatureValid: ' Ważne ',
        assistant: { enabled: true },
        loyalty: { thresholds: [100, '200,50', '', null].map((value) => ({ value })) },
      });
      const after = await saved({ game: { url: 'https://gra.example/start' }, loyalty: { campaignStart: '2026-12-01' } });
      expect(after).toMatchObject({
        signatureValid: 'Ważne',
        assistant: { enabled: true },
        game: { url: 'https://gra.example/start', script: null },
        loyalty: {
          campaignStart: '2026-11-30T23:00:00.000Z',
          thresholds: [{ value: 100 }, { value: 200.5 }, { value: null }, { value: null }],
        },
      });
      expect((await read()).settings).toEqual(after);
      const rows = await world.db.selectFrom('settings').select('revision').execute();
      expect(rows).toHaveLength(1);
      const history = await world.db.selectFrom('history').where('entity', '=', 'settings').select('action').execute();
      expect(history).toHaveLength(2);
    },
  );
  test(
    'wrong values are named by field; nothing is written',
    { tags: ['LOY-04', 'LOY-05', 'LOY-09', 'LOY-22', 'API-SET-03', 'FILE-07', 'S12', 'S13', 'S14', 'S15', 'P12'] },
    async () => {
      const four = (value: unknown) => ({ loyalty: { thresholds: [value, null, null, null].map((one) => ({ value: one })) } });
      for (const value of ['abc', -1, '1,234', '1e3', 1e12, '-0.01', true])
        expect(await fieldsOf(four(value))).toEqual({ 'loyalty.thresholds.0.value': ['notNumber'] });
      expect(await fieldsOf({ loyalty: { thresholds: [{ value: 1 }] } })).toEqual({ 'loyalty.thresholds': ['exactlyFour'] });
      const entries = (first: object, second: object = {}) => ({ loyalty: { regulations: [first, second] } });
      expect(await fieldsOf(entries({ file: `cloudinary:${'a'.repeat(32)}.png` }))).toEqual({ 'loyalty.regulations.0.file': ['notPdf'] });
      expect(await fieldsOf(entries({ file: `file:${'a'.repeat(32)}.pdf` }))).toEqual({ 'loyalty.regulations.0.file': ['unknown'] });
      expect(await fieldsOf(entries({}, { type: 'faq2' }))).toEqual({ 'loyalty.regulations.1.type': ['unknown'] });
      for (const color of ['red;}', 'url(javascript:)', '#fffff', '#ggg000', ''])
        expect(await fieldsOf({ loyalty: { questions: [{ question: 'a', answer: 'b', color }] } })).toEqual({
          'loyalty.questions.0.color': ['notColor'],
        });
      expect(await fieldsOf({ loyalty: { questions: [{ question: 'a', answer: ' ' }] } })).toEqual({
        'loyalty.questions.0.answer': ['required'],
      });
      const many = Array.from({ length: 301 }, () => ({ question: 'a', answer: 'b' }));
      expect(await fieldsOf({ loyalty: { questions: many } })).toEqual({ 'loyalty.questions': ['tooMany'] });
      for (const domain of ['evil.com/', 'a b', 'javascript:alert(1)', 'http://x.pl', 'x..pl', '-x.pl', 'localhost'])
        expect(await fieldsOf({ ecommerce: { domain } })).toEqual({ 'ecommerce.domain': ['notDomain'] });
      for (const url of ['javascript:alert(1)', 'http://x.pl', 'https://a@b.pl', 'https:x', 'https://x.pl\\@y', 'ftp://x.pl'])
        expect(await fieldsOf({ game: { url } })).toEqual({ 'game.url': ['notHttps'] });
      expect(await fieldsOf({ assistant: { enabled: 'false' } })).toEqual({ 'assistant.enabled': ['invalid'] });
      expect(await fieldsOf({ phoneVerificationEnforcement: 1 })).toEqual({ phoneVerificationEnforcement: ['invalid'] });
      expect(await fieldsOf({ hideClientCodeVersion: '>> 3' })).toEqual({ hideClientCodeVersion: ['notVersion'] });
      expect(await fieldsOf({ appLogo: `cloudinary:${'0'.repeat(32)}.png` })).toEqual({ appLogo: ['unknown'] });
      expect(await world.db.selectFrom('settings').selectAll().execute()).toEqual([]);
    },
  );
  test(
    'the script is stored character for character; domains and addresses as they were typed',
    { tags: ['A-110', 'SET-16', 'SET-20'] },
    async () => {
      const script = '  if (a < b) {\r\n\t alert("Żółć \u2028 </script>");\n}  \n';
      expect(await saved({ game: { script }, ecommerce: { domain: 'https://sklep.koszyk.pl' } })).toMatchObject({
        game: { script },
        ecommerce: { domain: 'https://sklep.koszyk.pl' },
      });
      expect(await saved({ ecommerce: { domain: 'xn--owicz-3hb.pl' } })).toMatchObject({ ecommerce: { domain: 'xn--owicz-3hb.pl' } });
      expect(await fieldsOf({ game: { script: 'x'.repeat(100 * 1024 + 1) } })).toEqual({ 'game.script': ['tooLong'] });
      expect(await fieldsOf({ game: { script: 'a\u0000b' } })).toEqual({ 'game.script': ['invalid'] });
    },
  );
  test(
    'an address loses the signs that no other line keeps; none of them is an error of ours',
    { tags: ['SEC-01', 'N05', 'M18', 'A-110'] },
    async () => {
      const kept = {
        'https://x.pl/\u0000a': 'https://x.pl/a',
        'https://x.pl/\u202egpj': 'https://x.pl/gpj',
        'https://x.pl/\ud800': 'https://x.pl/\ufffd',
      };
      for (const [url, stored] of Object.entries(kept)) expect(await saved({ game: { url } })).toMatchObject({ game: { url: stored } });
      expect(await saved({ ecommerce: { domain: 'sklep\u202e.pl\u0000' } })).toMatchObject({ ecommerce: { domain: 'sklep.pl' } });
      for (const url of ['\u0000', '\u202e', '\ufeff']) expect(await saved({ game: { url } })).toMatchObject({ game: { url: null } });
      expect(await fieldsOf({ game: { url: 'https://x.pl/\nb' } })).toEqual({ 'game.url': ['notHttps'] });
      expect(await fieldsOf({ game: { url: `https://x.pl/${'a'.repeat(500)}` } })).toEqual({ 'game.url': ['tooLong'] });
    },
  );
  test(
    'questions keep their order and their names; new ones get one',
    { tags: ['LOY-10', 'LOY-11', 'LOY-12', 'LOY-13', 'LOY-14', 'LOY-15', 'LOY-16', 'LOY-17'] },
    async () => {
      const { loyalty } = await saved({
        loyalty: {
          questions: [
            { question: 'A', answer: '**a**' },
            { question: 'B', answer: 'b', color: '#1F6F4A' },
          ],
        },
      });
      const [first, second] = loyalty.questions;
      expect(loyalty.questions).toMatchObject([{ question: 'A', answer: '**a**', color: '#FFFFFF' }, { color: '#1F6F4A' }]);
      const turned = await saved({ loyalty: { questions: [second, first] } });
      expect(turned.loyalty.questions).toEqual([second, first]);
      const twice = await saved({ loyalty: { questions: [first, first] } });
      expect(twice.loyalty.questions).toMatchObject([{ id: first?.id, question: 'A' }, { question: 'A' }]);
      expect(new Set(twice.loyalty.questions.map(({ id }) => id)).size).toBe(2);
    },
  );
  test('of concurrent saves one succeeds, and the others get 412 with the saved settings', { tags: ['A-106', 'S10'] }, async () => {
    const { tag } = await read();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((question) => post({ loyalty: { questions: [{ question, answer: 'x' }] } }, { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const won = answers.find(({ status }) => status === 200)?.body;
    for (const { status, body } of answers)
      if (status === 412) expect(Settings.parse(problemIn({ body }).current).loyalty.questions).toEqual(won?.loyalty.questions);
    expect((await read()).settings.loyalty.questions).toEqual(won?.loyalty.questions);
  });
});

describe('settings on phones', { tags: ['SET-18', 'APP-07'] }, () => {
  test('have all that the app needs, with files as URLs and without editorial fields, and follow a save', { tags: ['P14'] }, async () => {
    const [logo, pdf] = [`${'a'.repeat(32)}.png`, `${'b'.repeat(32)}.pdf`];
    await Promise.all([aFile(logo), aFile(pdf)]);
    await saved({
      appLogo: `cloudinary:${logo}`,
      loyalty: { regulations: [{ name: 'Regulamin', file: `file:${pdf}` }, {}], questions: [{ question: 'A', answer: 'b' }] },
    });
    const base = world.world.config.ENDCAP_APP_URL;
    const logoSeen = async () => (await world.phone(appSettingsRoutes.read)).body.appLogo;
    await expect.poll(logoSeen).toBe(`${base}/images/${logo}`);
    const { status, body, headers } = await world.phone(appSettingsRoutes.read);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=30']);
    expect(body).toEqual({
      appLogo: `${base}/images/${logo}`,
      signatureValid: null,
      signatureFuture: null,
      hideClientCodeVersion: '',
      hideClientCodeText: null,
      phoneVerificationEnforcement: false,
      assistant: { enabled: false },
      ecommerce: { domain: null },
      game: { url: null, script: null },
      loyalty: {
        campaignStart: null,
        mainBanner: null,
        thresholds: Array.from({ length: 4 }, () => ({ value: null })),
        regulations: [
          { type: 'regulation', name: 'Regulamin', file: `${base}/files/${pdf}` },
          { type: 'faq', name: null, file: null },
        ],
        questions: [{ question: 'A', answer: 'b', color: '#FFFFFF' }],
      },
    });
    const again = await world.phone('GET /app/v1/settings', { headers: { 'if-none-match': String(headers['etag']) } });
    expect(again.status).toBe(304);
  });
  test('files of the settings are not swept', { tags: ['U31'] }, async () => {
    const name = `${'c'.repeat(32)}.png`;
    await aFile(name);
    await saved({ loyalty: { mainBanner: `cloudinary:${name}` } });
    const uses = await world.db.selectFrom('fileUse').where('name', '=', name).select(['entity', 'endedAt']).execute();
    expect(uses).toEqual([{ entity: 'settings', endedAt: null }]);
  });
});

describe('settings that another version has saved', () => {
  test('a save keeps settings that this version does not have, but replaces lists', { tags: ['SET-17'] }, async () => {
    await saved({ loyalty: { questions: [{ question: 'A', answer: 'b' }] } });
    await sql`update settings set document = document || '{"later": {"on": true}}'
      || jsonb_build_object('sending', document -> 'sending' || '{"nightly": 3}', 'game', document -> 'game' || '{"url": "https://gra.example"}')`.execute(
      world.db,
    );
    await saved({ signatureValid: 'Ważne', game: { url: null }, loyalty: { questions: [] } });
    const { document } = await world.db.selectFrom('settings').select('document').executeTakeFirstOrThrow();
    expect(document).toMatchObject({
      later: { on: true },
      sending: { weeklyLimit: null, nightly: 3 },
      signatureValid: 'Ważne',
      game: { url: null },
      loyalty: { questions: [] },
    });
  });
});

describe('settings that were saved before a field was added', () => {
  const questions = [{ id: newId(), question: 'A', answer: 'b', color: '#1F6F4A' }];
  const whole: SettingsDocument = { ...emptySettings, loyalty: { ...emptySettings.loyalty, questions } };
  // Fields that a question always had.
  const always = new Set(['id', 'question', 'answer'].map((name) => `loyalty.questions.0.${name}`));
  const leaves = leavesOf(whole).filter((path) => !always.has(path.join('.')));
  const parts = leaves.flatMap((path) => path.map((_, at) => path.slice(0, at + 1)));
  // A list was shorter, or it is about all that each of its entries has.
  const isMade = (path: (string | number)[]): boolean =>
    !['0', '1', '2'].includes(String(path.at(-1))) || path.join('.').endsWith('regulations.1');
  const ways = new Map(parts.filter(isMade).map((path) => [path.join('.'), path]));

  test.each([...ways])(
    'without %s they are read, sent to phones and saved as in a fresh installation',
    { tags: ['SET-17', 'A-108'] },
    async (name, path) => {
      const signatures = { signatureValid: `Ważne: ${name}`, signatureFuture: `Wkrótce: ${name}` };
      const stored = JSON.stringify(withoutLeaf({ ...whole, ...signatures }, path));
      await sql`insert into settings (document, created_at, updated_at) values (${stored}::jsonb, now(), now())`.execute(world.db);
      const expected = { signatureValid: null, signatureFuture: null, ...(JSON.parse(stored) as Partial<typeof signatures>) };
      const seen = ({ signatureValid, signatureFuture }: typeof expected) => ({ signatureValid, signatureFuture });

      const { settings } = await read();
      expect([seen(settings), settings.loyalty.thresholds.length]).toEqual([seen(expected), 4]);
      await expect.poll(async () => seen((await world.phone(appSettingsRoutes.read)).body)).toEqual(seen(expected));
      expect(await saved({ hideClientCodeVersion: '>=4' })).toMatchObject({ ...seen(expected), hideClientCodeVersion: '>=4' });
    },
  );
});
