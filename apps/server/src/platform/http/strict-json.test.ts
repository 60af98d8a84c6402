import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsDuring } from '../../../test/turns-during.ts';
import { parseStrictJson } from './strict-json.ts';

const parse = (text: string | Buffer, maxKeys?: number) => parseStrictJson(Buffer.from(text), maxKeys);

test('plain JSON passes', async () =>
  expect(await parse('{"a":[1,{"b":"x: \\"y\\""}],"c":null}')).toEqual({ a: [1, { b: 'x: "y"' }], c: null }));
test('repeated keys, depth, trailing comma, BOM, NaN and invalid UTF-8 are refused', { tags: ['H06'] }, async () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":{"b":1,"\\u0062":2}}',
    '['.repeat(100) + ']'.repeat(100),
    '{"a":1,}',
    '\ufeff{}',
    '{"a":NaN}',
    '{"a":1',
    '{"a":"b',
    '{"a\\x":1}',
  ])
    await expect(parse(text), text).rejects.toMatchObject({ code: 'bad_request' });
  await expect(parse(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).rejects.toMatchObject({ code: 'bad_request' });
  expect(await parse('{"a":{"k":1},"b":{"k":2}}')).toEqual({ a: { k: 1 }, b: { k: 2 } });
  expect(await parse('{"a" :{"k"\n: "a:" }}')).toEqual({ a: { k: 'a:' } });
  await expect(parse('{"a":1,"b":2}', 1)).rejects.toThrow('too many keys');
});
test('keys that reach into prototypes are dropped at every level', { tags: ['H07'] }, async () => {
  expect(await parse('{"__proto__":{"x":1},"a":{"constructor":{"prototype":{"x":1}},"b":1}}')).toEqual({ a: { b: 1 } });
  expect(await parse('{"\\u005f_proto__":{"x":1},"b":1}')).toEqual({ b: 1 });
  expect(({} as { x?: number }).x).toBeUndefined();
});

const LONG = 'x'.repeat(70_000);
test('a long list is read like a short one, well-formed or not', { tags: ['E-28', 'H06', 'H07'] }, async () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '[', ']', '{', '}', ':', '"', '\\', ' '), maxLength: 8 });
  const row = fc.oneof(
    fc.constant(LONG),
    text,
    fc.integer(),
    fc.array(text, { maxLength: 3 }),
    text.map((value) => ({ value })),
  );
  // One more character at some position between the rows, or none.
  const slip = fc.tuple(fc.nat(10), fc.constantFrom('', '', ' ', ',', '[', ']', '{', '}', '"', '1', '\n', '\u00a0'));
  const parts = fc.array(fc.array(row, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(parts, slip, async (rows, [at, sign]) => {
      const pieces = JSON.stringify(rows.flatMap((some) => [...some, LONG])).split(`"${LONG}"`);
      const written = pieces.map((piece, n) => (n === at % pieces.length ? piece + sign : piece)).join(`"${LONG}"`);
      let expected: unknown;
      try {
        expected = JSON.parse(written);
      } catch {
        await expect(parse(written)).rejects.toMatchObject({ code: 'bad_request' });
        return;
      }
      expect(await parse(written)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
test('a long list with a comma that no value follows, or after its end, is refused', { tags: ['E-28', 'H06'] }, async () => {
  for (const list of [`["${LONG}",]`, `["${LONG}",,1]`, `[,"${LONG}"]`, `["${LONG}"],["${LONG}"]`, `["${LONG}",1},2]`, `["${LONG}",1`])
    await expect(parse(list)).rejects.toThrow('not JSON');
  await expect(parse(`["${LONG}",${' '.repeat(70_000)},1]`)).rejects.toThrow('not JSON');
  await expect(parse(`["${LONG}",{"a":1,"a":2}]`)).rejects.toThrow('repeats a key');
  expect(await parse(` ["${LONG}",{"__proto__":1,"a":2} , [] ]\n`)).toEqual([LONG, { a: 2 }, []]);
});
test('other work runs while a list of 100,000 rows is read', { tags: ['E-28'] }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => ({
    storeNo: n,
    name: `Sklep ${n}`,
    street: 'ul. Długa 1',
    openingHours: '6–22\n9–20',
  }));
  const { result, turns } = await turnsDuring(() => parse(JSON.stringify(rows), 1_000_000));
  expect(result).toEqual(rows);
  expect(turns).toBeGreaterThanOrEqual(5);
});
