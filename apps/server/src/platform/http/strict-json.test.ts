import { expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const parse = (text: string | Buffer) => parseStrictJson(Buffer.from(text));

test('plain JSON passes', () => expect(parse('{"a":[1,{"b":"x: \\"y\\""}],"c":null}')).toEqual({ a: [1, { b: 'x: "y"' }], c: null }));
test('repeated keys, depth, trailing comma, BOM, NaN and invalid UTF-8 are refused', { tags: ['H06'] }, () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":{"b":1,"\\u0062":2}}',
    '['.repeat(100) + ']'.repeat(100),
    '{"a":1,}',
    '\ufeff{}',
    '{"a":NaN}',
    '{"a":1',
  ])
    expect(() => parse(text)).toThrow();
  expect(() => parse(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow();
  expect(parse('{"a":{"k":1},"b":{"k":2}}')).toEqual({ a: { k: 1 }, b: { k: 2 } });
});
test('keys that reach into prototypes are dropped at every level', { tags: ['H07'] }, () => {
  expect(parse('{"__proto__":{"x":1},"a":{"constructor":{"prototype":{"x":1}},"b":1}}')).toEqual({ a: { b: 1 } });
  expect(({} as { x?: number }).x).toBeUndefined();
});
