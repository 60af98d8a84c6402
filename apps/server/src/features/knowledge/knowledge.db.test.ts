import { type Knowledge, knowledgeRoutes } from '@endcap/contract/knowledge';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { pdfWith, protectedPdf } from '../../../test/pdf.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const path = '/api/v1/knowledge-editor';
const call = (request: Parameters<FreshWorld['staff']>[0], body?: unknown, headers = {}) =>
  world.staff(request, { token: admin, ...(body !== undefined && { body }), headers });
const listed = async (query: { page?: number; pageSize?: number } = {}) =>
  (await world.staff(knowledgeRoutes.list, { token: admin, query })).body;
const draft = { name: 'Zwroty', description: 'Zwroty i reklamacje', content: 'Towar można zwrócić w 14 dni.' };
const upload = (bytes: Buffer, name: string, token = admin) => {
  const boundary = 'xxBOUNDARYxx';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return world.staff(`POST ${path}`, {
    token,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};
const uploaded = async (bytes: Buffer, name: string): Promise<Knowledge> => {
  const { status, body } = await upload(bytes, name);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => {
  expect(status, JSON.stringify(body)).toBe(422);
  return problemIn({ body }).fields;
};
const polish = 'Zażółć gęślą jaźń: sklep czynny od 6 do 22.';
/** Windows-1250 has these letters elsewhere than UTF-8. */
const asWindows1250 = (text: string): Buffer => {
  const table = new Map([...Array(256).keys()].map((code) => [new TextDecoder('windows-1250').decode(Uint8Array.of(code)), code]));
  return Buffer.from([...text].map((sign) => table.get(sign) ?? 63));
};

describe('knowledge-editor', () => {
  test(
    'made, read, changed, deleted once',
    {
      tags: [
        'ENT-17',
        'A-120',
        'API-KNOW-02',
        'API-KNOW-03',
        'API-KNOW-04',
        'API-KNOW-05',
        'API-KNOW-07',
        'KNOW-EDIT-01',
        'KNOW-EDIT-02',
        'KNOW-EDIT-03',
        'KNOW-EDIT-04',
        'KNOW-EDIT-05',
        'KNOW-EDIT-11',
        'KNOW-EDIT-12',
      ],
    },
    async () => {
      const { status, body: made } = await world.staff(knowledgeRoutes.create, { token: admin, body: draft });
      expect(status).toBe(201);
      expect(made).toMatchObject({ ...draft, filename: null, validityStart: null, validityEnd: null, id: made._id });
      const dated = await call(`PATCH ${path}/${made.id}`, { validityStart: '2026-01-01', validityEnd: '2027-01-01T00:00:00Z' });
      expect(dated.body).toMatchObject({ validityStart: '2025-12-31T23:00:00.000Z', validityEnd: '2027-01-01T00:00:00.000Z' });
      const edited = await call(`PATCH ${path}/${made._id}`, { description: 'Zwroty', filename: 'x.pdf' });
      expect(edited.body).toMatchObject({ description: 'Zwroty', filename: null, validityStart: '2025-12-31T23:00:00.000Z' });
      expect(fieldsOf(await call(`PATCH ${path}/${made._id}`, { validityEnd: '2020-01-01' }))).toEqual({ validityEnd: ['endBeforeStart'] });
      for (const field of ['name', 'description', 'content'])
        for (const value of ['', ' \n ', undefined]) {
          expect(fieldsOf(await call(`POST ${path}`, { ...draft, [field]: value }))).toEqual({ [field]: ['required'] });
          if (value !== undefined)
            expect(fieldsOf(await call(`PATCH ${path}/${made._id}`, { [field]: value }))).toEqual({ [field]: ['required'] });
        }
      expect(fieldsOf(await call(`POST ${path}`, { ...draft, content: 'x'.repeat(250_001) }))).toEqual({ content: ['tooLong'] });
      expect([(await call(`DELETE ${path}/${made._id}`)).status, (await call(`DELETE ${path}/${made._id}`)).status]).toEqual([204, 404]);
    },
  );
  test('the newest first; pages', { tags: ['D-46', 'API-KNOW-01', 'A-26'] }, async () => {
    await call(`POST ${path}`, { ...draft, name: 'Ćwikła' });
    await uploaded(Buffer.from('Treść'), 'żurek.txt');
    await call(`POST ${path}`, { ...draft, name: 'Arbuz' });
    const names = async (query: Parameters<typeof listed>[0]) => (await listed(query)).items.map(({ filename, name }) => filename ?? name);
    expect(await names({})).toEqual(['Arbuz', 'żurek.txt', 'Ćwikła']);
    expect(await names({ pageSize: 2, page: 2 })).toEqual(['Ćwikła']);
  });
});

describe('uploads', { tags: ['A-63', 'KNOW-LIST-16', 'API-KNOW-06'] }, () => {
  test.each([
    ['utf-8.txt', Buffer.from(polish)],
    ['bom.md', Buffer.from(`\uFEFF${polish}`)],
    ['utf16.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(polish, 'utf16le')])],
    ['win.txt', asWindows1250(polish)],
    ['wielkie.TXT', Buffer.from(polish)],
  ])('Polish letters of %s', { tags: ['U23'] }, async (name, bytes) => {
    const made = await uploaded(bytes, name);
    expect(made).toMatchObject({ filename: name, name: name.replace(/\.[^.]+$/, ''), content: polish, description: polish });
  });
  test('a pdf gives its text layer, in Polish; name and description come from it', async () => {
    const text = `Regulamin punktów. ${'Zażółć gęślą jaźń. '.repeat(20)}`.trim();
    const made = await uploaded(pdfWith([text]), 'Regulamin punktów.pdf');
    expect(made.content.replace(/\s+/g, ' ')).toBe(text);
    expect([made.name, made.description]).toEqual(['Regulamin punktów', text.slice(0, 200).trim()]);
  });
  test('markdown with HTML stays text', { tags: ['U23'] }, async () => {
    const source = '# Tytuł\n<script>alert(1)</script> **tak**';
    expect((await uploaded(Buffer.from(source), 'a.md')).content).toBe(source);
  });
  test.each([
    ['bmp', 'BMI – wskaźnik masy ciała.'],
    ['bmp, after a mark', '\uFEFFBMW w konkursie: regulamin.'],
    ['gif', 'GIFT card: gdzie kupić.'],
    ['exe', 'MZ w Warszawie: godziny.'],
    ['swf', 'CWS i FWS: co to jest.'],
    ['stl', 'solid jest marką klienta.'],
    ['bz2', 'BZh jest skrótem.'],
  ])('a text is accepted even if its first letters match another format: %s', { tags: ['FILE-08'] }, async (kind, text) =>
    expect((await uploaded(Buffer.from(text), `${kind}.txt`)).content).toBe(text.replace('\uFEFF', '')),
  );
  test.each([
    ['letters that a Mac takes apart', 'Zażółć gęślą.txt'.normalize('NFD'), 'Zażółć gęślą.txt'],
    ['brackets', 'Zwroty (1).txt', 'Zwroty (1).txt'],
    ['a dash and a comma', 'Promocja – maj, v2.md', 'Promocja – maj, v2.md'],
    ['other signs', 'Ryby & owoce „50% + 1”.txt', 'Ryby & owoce „50% + 1”.txt'],
    ['too long', `${'ż'.repeat(250)}.markdown`, `${'ż'.repeat(191)}.markdown`],
  ])('an uploaded item is named like its file: %s', { tags: ['U03'] }, async (_name, sent, filename) =>
    expect(await uploaded(Buffer.from('Treść'), sent)).toMatchObject({ filename, name: filename.replace(/\.[^.]+$/, '') }),
  );
  test(
    'refuses empty, oversized and non-text files with a reason, and creates nothing',
    { tags: ['API-KNOW-08', 'KNOW-LIST-14', 'FILE-08', 'U23', 'U24'] },
    async () => {
      const before = (await listed()).total;
      const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]);
      for (const [bytes, name] of [
        [zip, 'a.txt'],
        [Buffer.from('MZ\u0000\u0001'), 'a.txt'],
        [Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'a.txt'],
        [Buffer.from('{\\rtf1\\ansi tekst}'), 'a.txt'],
        [Buffer.from('%!PS-Adobe-3.0\n(tekst) show'), 'a.txt'],
        [Buffer.from('\uFEFF<?xml version="1.0"?><svg/>'), 'a.txt'],
        [Buffer.from('BEGIN:VCARD\nEND:VCARD'), 'a.txt'],
        [Buffer.from([0x81, 0x83, 0x88, 0x90]), 'a.txt'],
        [Buffer.from('tekst'), 'a.html'],
        [Buffer.from('tekst'), 'a'],
        [Buffer.from('<svg/>'), 'a.svg'],
      ] as const)
        expect((await upload(bytes, name)).status, name).toBe(415);
      expect(fieldsOf(await upload(Buffer.alloc(0), 'a.txt'))).toEqual({ file: ['empty'] });
      expect(fieldsOf(await upload(Buffer.from(' \n '), 'a.txt'))).toEqual({ file: ['noText'] });
      expect(fieldsOf(await upload(pdfWith(['']), 'skan.pdf'))).toEqual({ file: ['noText'] });
      expect(fieldsOf(await upload(Buffer.from('%PDF-1.7\nnonsense'), 'a.pdf'))).toEqual({ file: ['damaged'] });
      expect(fieldsOf(await upload(pdfWith(Array.from({ length: 501 }, () => 'x')), 'dlugi.pdf'))).toEqual({ file: ['tooManyPages'] });
      expect(fieldsOf(await upload(Buffer.alloc(250_001, 'x'), 'a.txt'))).toEqual({ file: ['tooLong'] });
      expect((await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'), 'a.txt')).status).toBe(413);
      expect((await listed()).total).toBe(before);
    },
  );
  test('refuses a password-protected pdf with that reason', { tags: ['E-24'] }, async () =>
    expect(fieldsOf(await upload(protectedPdf(['Regulamin']), 'a.pdf'))).toEqual({ file: ['protected'] }),
  );
  test('a pdf with bytes before its header is read; a text that names the header stays a text', { tags: ['E-25'] }, async () => {
    const [before, binary] = [Buffer.from('\r\n'), Buffer.from('\n% \u0000\u0001\n', 'latin1')];
    expect((await uploaded(Buffer.concat([before, pdfWith(['Skan']), binary]), 'skan.pdf')).content).toBe('Skan');
    const text = 'Pliki pdf zaczynają się od %PDF-1.7.';
    expect((await uploaded(Buffer.from(text), 'o plikach.txt')).content).toBe(text);
  });
  test('administrators only', { tags: ['Z01'] }, async () => {
    const staff = await world.person('knowledge-staff', { storeId: null });
    expect((await upload(Buffer.from('x'), 'a.txt', staff)).status).toBe(403);
  });
});
