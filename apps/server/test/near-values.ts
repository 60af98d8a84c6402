// Values that break careless programs, by type of field: fixed ones, and random ones close to valid values.
import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import fc from 'fast-check';

const joined = (pieces: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((chosen) => chosen.join(''));
const two = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, '0'));

/** Nearly a date: every year, month, day, hour and zone that a spelling has room for. */
const nearInstant = fc
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
const nearVersion = fc
  .array(fc.tuple(comparator, fc.constantFrom(' ', ' || ', '||', '')), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().join('').trim());

const nearTarget = joined(
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
const nearIds = fc.array(fc.constantFrom<unknown>('abc', 'ABC', '', 'x'.repeat(41), null, 5, '__proto__'), { maxLength: 3 });

const texts: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.5,
  1.5,
  999,
  1000,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  [[]],
  {},
  [null],
  [{}],
  { a: { b: 1 } },
  { length: 3 },
  { toString: 'x', valueOf: 1 },
  { constructor: { prototype: { polluted: true } } },
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u2028',
  'é'.normalize('NFD'),
  'ł'.repeat(231),
  'x'.repeat(10_000),
  '🍎'.repeat(115),
  '٣',
  'NaN',
  'Infinity',
  '1e309',
  '0x10',
  '0',
  '-1',
  '1e9',
  '1,5',
  '1.005',
  '-0',
  '9'.repeat(30),
  '9'.repeat(400),
  'true',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  "'; drop table store; --",
  '%',
  '_',
  '\\',
  '$$',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  '..\\..\\x',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '(a+)+$',
  '[a]('.repeat(500),
  '_*'.repeat(500),
  '**'.repeat(500),
  'a\r\nb: c',
  'a,b,,c',
  '*',
  '"1"',
  'W/"1"',
];
const instants = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1999-12-31T23:59:59Z',
  '9999-12-31T23:59:00-12:00',
  '9999-12-31',
  '10000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2027-03-28T02:30',
  '2026-10-25T02:30',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+99:99',
  'tomorrow',
];
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>1</script>',
  'file:///etc/passwd',
  '//evil.example',
  'https://user:pass@evil.example',
  'http://169.254.169.254/',
  'endcap://',
  'endcap://content/x#0',
  'endcap://content/../x?a=b#-1',
];
const versions = ['x.1.2', '*.1', '>x.1', '>='.repeat(30), '01.2.3'];
const references = ['cloudinary:../x.png', 'cloudinary:', 'file:', `cloudinary:${'0'.repeat(32)}.png`, `file:${'0'.repeat(32)}.pdf`];
const coordinates = ['90.1,180.1', 'NaN,NaN'];
const colours = ['#gggggg', 'red;}'];

/** One of those thought of, or one near. */
const either = (known: readonly unknown[], near: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof(fc.constantFrom(...known), near);
const anyText = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: nearText });
const byName: [RegExp, fc.Arbitrary<unknown>][] = [
  [/([sS]tart|[eE]nd|[uU]ntil|[vV]alidity|[dD]ate|At)$/, either(instants, nearInstant)],
  [/(url|link|domain|script)/i, either(addresses, nearTarget)],
  [/version/i, either(versions, nearVersion)],
  [/(image|file|logo|banner)/i, either(references, nearReference)],
  [/near/i, fc.constantFrom(...coordinates)],
  [/colou?r/i, either(colours, nearText)],
  [/(stores|groups|segments)$/i, fc.oneof(anyText, nearIds)],
];
export const nearAnything: fc.Arbitrary<unknown> = fc.oneof({ weight: 4, arbitrary: anyText }, ...byName.map(([, near]) => near));
/** Returns input that users may try in a field of this name, valid or not. */
export const nearFor = (name: string): fc.Arbitrary<unknown> => byName.find(([names]) => names.test(name))?.[1] ?? anyText;
