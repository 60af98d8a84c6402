import { includeStoreTypes } from '@endcap/contract/audience';
import { contentFieldSpecs, type ContentField, contentFieldNames, contentTypes } from '@endcap/contract/content';
import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import fc from 'fast-check';

const joined = (pieces: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((chosen) => chosen.join(''));
const two = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, '0'));

/** Nearly a date: every year, month, day, hour and zone that a spelling has room for. */
export const nearInstant: fc.Arbitrary<string> = fc
  .record({
    year: fc.constantFrom('0000', '0001', '1969', '1999', '2000', '2026', '2027', '2100', '2101', '9999', '+010000'),
    month: fc.constantFrom('00', '01', '02', '10', '12', '13'),
    day: fc.constantFrom('00', '01', '28', '29', '30', '31', '32'),
    time: fc.oneof(
      fc.constant(''),
      fc
        .tuple(two, two, two, fc.constantFrom('', 'Z', '+14:00', '-12:00', '+99:99', '.123456789Z'))
        .map(([h, m, s, zone]) => `T${h}:${m}:${s}${zone}`),
    ),
  })
  .map(({ year, month, day, time }) => `${year}-${month}-${day}${time}`);

const part = fc.constantFrom('x', '*', '0', '1', '12', '999999', '01');
const comparator = fc
  .tuple(fc.constantFrom('', '>', '>=', '<', '<=', '=', '^', '~'), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([operator, parts]) => operator + parts.join('.'));
/** Nearly a version expression: wildcards anywhere, operators of other grammars. */
export const nearVersion: fc.Arbitrary<string> = fc
  .array(fc.tuple(comparator, fc.constantFrom(' ', ' || ', '||', '')), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().join('').trim());

export const nearTarget = joined(
  ['http://', 'https://', 'endcap://', 'javascript:', '//', 'a.pl', '127.0.0.1', '[::1]', '@', ':', '/', '#', '\\', ' ', '%', '\0'],
  7,
);

const nearReference = fc
  .tuple(
    fc.constantFrom(IMAGE_PREFIX, FILE_PREFIX, ''),
    fc.constantFrom('a'.repeat(32), '../x', ''),
    fc.constantFrom('.png', '.pdf', '.exe'),
  )
  .map((parts) => parts.join(''));

const nearText = fc.oneof(
  joined(['a', ' ', '\0', '\ud800', '\u200b', '\n', '**', '[a](', 'ż', '\u202e'], 8),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const nearNumber = fc.constantFrom<unknown>(
  0,
  1,
  -1,
  1.5,
  999,
  1000,
  1e21,
  1e308,
  '0',
  '1,5',
  '1.005',
  '-1',
  '1e9',
  '9'.repeat(30),
  '',
  ' ',
);

/** What some client might send in place of anything. */
export const nearAnything: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  '',
  true,
  0,
  [],
  {},
  [null],
  [[]],
  { a: { b: 1 } },
  'constructor',
);

const ids = fc.array(fc.constantFrom<unknown>('abc', 'ABC', '', 'x'.repeat(41), null, 5, '__proto__'), { maxLength: 3 });

const byInput: Record<string, fc.Arbitrary<unknown>> = {
  line: fc.oneof(nearText, nearTarget, nearNumber),
  markdown: nearText,
  flag: fc.boolean(),
  choice: fc.constantFrom<unknown>(...includeStoreTypes, ...contentTypes, 'start', 'current', 'cash', 'percentage', 1, 2),
  image: nearReference,
  file: nearReference,
  instant: nearInstant,
  version: nearVersion,
  eans: fc.array(fc.constantFrom<unknown>('', ' ', '1', '1'.repeat(15), 1, null), { maxLength: 3 }),
  segments: fc.array(nearText, { maxLength: 3 }),
  threshold: nearText,
  stores: ids,
  groups: ids,
  derived: nearNumber,
};

type Fields = Record<string, fc.Arbitrary<unknown>>;
type Body = Record<string, unknown>;

const fieldOf = (fields: Fields): fc.Arbitrary<[string, unknown]> =>
  fc.oneof(
    ...Object.entries(fields).map(([field, arbitrary]) =>
      fc.tuple(fc.constant(field), fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: nearAnything })),
    ),
  );
const someFields = (field: fc.Arbitrary<[string, unknown]>): fc.Arbitrary<Body> =>
  fc.array(field, { minLength: 1, maxLength: 3 }).map((entries) => Object.fromEntries(entries));

/** One to three of the fields, mostly with nearly a value of their own kind, else with some other kind of value. */
export const someOf = (fields: Fields): fc.Arbitrary<Body> => someFields(fieldOf(fields));

const byKind = Object.groupBy(contentFieldNames, (field: ContentField) => contentFieldSpecs[field].input);
/** Some fields of content, each kind as likely as any other, as the contract's table says that they are typed. */
export const nearContent = someFields(
  fc.oneof(
    ...Object.entries(byKind).map(([input, fields]) =>
      fieldOf(Object.fromEntries(fields.map((field) => [field, byInput[input] ?? nearAnything]))),
    ),
  ),
);
export const near = { text: nearText, number: nearNumber, reference: nearReference, ids };
