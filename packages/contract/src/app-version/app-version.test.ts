import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_VERSION, isVersionExpression, matchesVersion, VersionExpression, versionExamples } from './index.ts';

describe('version expressions', { tags: ['A-91', 'C14', 'C16', 'C17'] }, () => {
  test.each(['>1.6.0', '<=1.6.0', '1.5.x', '1.6.0', '>= 3.2.0', '', ' ', '*', 'x', '1.*', '1.x.x', '>=1.0 <2', '=2.1.0 || >3', '1||2'])(
    '%j is valid',
    { tags: ['CONT-VAL-24', 'CONT-VAL-25', 'CONT-VAL-26', 'CONT-VAL-27', 'CONT-VAL-28'] },
    (text) => expect(isVersionExpression(text)).toBe(true),
  );
  test.each([
    'abc',
    '>',
    '1..2',
    '^1.0.0',
    '~1.2',
    '1.0 - 2.0',
    '1.x.3',
    '>=',
    '1.2.3.4',
    '1.2.3-beta',
    '|| 1',
    '1 ||',
    'v1',
    '1,5',
    '>>1',
    '١',
    'x'.repeat(300),
    ' >1.0.0'.repeat(20_000),
    '||'.repeat(50_000),
    '>=99999999999999999999.0.0',
    '01.2.3',
    '-1.0.0',
  ])('%j is invalid and matches no version', { tags: ['CONT-VAL-29'] }, (text) => {
    expect(isVersionExpression(text)).toBe(false);
    expect(matchesVersion(text, '1.0.0')).toBe(false);
  });
  test.each(['x.1.2', '*.1', '>x.1', 'x.1', '1.x.2', '*.*.1', '<=x.0.0', '1 || x.1', '>1 *.2'])(
    '%j has a number after a wildcard and is invalid, without throwing',
    { tags: ['D-15'] },
    (text) => {
      expect(isVersionExpression(text)).toBe(false);
      expect(matchesVersion(text, '1.0.0')).toBe(false);
      expect(versionExamples(text)).toBeNull();
      expect(VersionExpression.safeParse(text).success).toBe(false);
    },
  );
  test(
    'accepts or rejects every expression of up to three parts, with any operator and neighbour, without throwing',
    { tags: ['D-15'] },
    () => {
      const parts = ['0', '7', 'x', '*'];
      const versions = parts.flatMap((a) => [a, ...parts.flatMap((b) => [`${a}.${b}`, ...parts.map((c) => `${a}.${b}.${c}`)])]);
      for (const version of versions)
        for (const operator of ['', '=', '>', '>=', '<', '<='])
          for (const rest of ['', ' >=1', ' || 2.x', ' x'])
            expect(isVersionExpression(operator + version + rest), operator + version + rest).toBe(!/[x*]\.\d/.test(version));
    },
  );
  test('the default is >= 3.2.0', { tags: ['CONST-13', 'CONT-VAL-28'] }, () => {
    expect(DEFAULT_VERSION).toBe('>= 3.2.0');
    expect(['3.1.9', '3.2.0', '3.10.0', '4'].map((version) => matchesVersion(DEFAULT_VERSION, version))).toEqual([false, true, true, true]);
  });
  test('supports wildcards, AND and OR; an empty expression matches all, missing parts of a version are 0', () => {
    expect(['1.4.9', '1.5.0', '1.5.99', '1.6.0'].map((version) => matchesVersion('1.5.x', version))).toEqual([false, true, true, false]);
    expect(['0.9', '1.0.0', '1.9.9', '2.0.0'].map((version) => matchesVersion('>=1.0.0 <2.0.0', version))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['1.0.0', '2.5.0', '3.0.0'].map((version) => matchesVersion('1.x || >=3', version))).toEqual([true, false, true]);
    expect(matchesVersion('', '0.0.1')).toBe(true);
    expect(matchesVersion('>=3.2.0', 'unknown')).toBe(false);
    expect(matchesVersion('3.2.0', '3.2')).toBe(true);
    expect(matchesVersion('>=3.2.0', '3.2.0-beta.1')).toBe(true);
  });
  test('10,000 comparisons agree with comparing the parts by hand', () => {
    const part = fc.integer({ min: 0, max: 3 });
    const version = fc.tuple(part, part, part);
    fc.assert(
      fc.property(fc.constantFrom('>', '>=', '<', '<=', '='), version, version, (operator, wanted, has) => {
        const order = wanted.reduce((found, value, at) => found || Math.sign((has[at] ?? 0) - value), 0);
        const expected = { '>': order > 0, '>=': order >= 0, '<': order < 0, '<=': order <= 0, '=': order === 0 }[operator];
        return matchesVersion(`${operator} ${wanted.join('.')}`, has.join('.')) === expected;
      }),
    );
  });
});

describe('examples of an expression', { tags: ['ux-15'] }, () => {
  test.each([
    ['>= 3.2.0', ['3.2.0', '3.2.1', '3.3.0'], ['3.1.9']],
    ['1.5.x', ['1.5.0', '1.5.1'], ['1.4.9', '1.6.0', '2.0.0']],
    ['<=1.6.0', ['1.5.9', '1.6.0'], ['1.6.1', '1.7.0', '2.0.0']],
    ['0.0.0', ['0.0.0'], ['0.0.1', '0.1.0', '1.0.0']],
  ])('%s', (expression, matching, others) => expect(versionExamples(expression)).toEqual({ matching, others }));
  test('are null for an empty or invalid expression', () => {
    for (const text of ['', '  ', 'abc', '>']) expect(versionExamples(text)).toBeNull();
  });
});
