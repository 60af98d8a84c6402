import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bothVersions, eitherVersion, matchesVersion, versionsOutside } from './index.ts';

const part = fc.integer({ min: 0, max: 3 });
const comparator = fc
  .tuple(fc.constantFrom('', '>', '>=', '<', '<=', '='), part, fc.option(part), fc.option(part))
  .map(([operator, ...parts]) => operator + parts.filter((one) => one !== null).join('.'));
const expression = fc.oneof(
  fc.constantFrom('', '*', '1.x', '2.1.x'),
  comparator,
  fc.tuple(comparator, comparator).map((both) => both.join(' ')),
  fc.tuple(comparator, comparator).map((both) => both.join(' || ')),
);
const versions = [0, 1, 2, 3, 4, 5].flatMap((a) => [0, 1, 3, 4].flatMap((b) => [0, 1, 3, 4].map((c) => `${a}.${b}.${c}`)));

test('versions of one expression that another does not mean: found exactly when there are some', { tags: ['LINK-01'] }, () => {
  fc.assert(
    fc.property(expression, expression, (one, other) => {
      const found = versionsOutside(one, other);
      for (const version of found) expect([matchesVersion(one, version), matchesVersion(other, version)]).toEqual([true, false]);
      const some = versions.some((version) => matchesVersion(one, version) && !matchesVersion(other, version));
      if (some) expect(found.length).toBeGreaterThan(0);
    }),
  );
  expect(versionsOutside('', '>= 3.2.0')).toEqual(['0.0.0']);
  expect(versionsOutside('>=4', '>= 3.2.0')).toEqual([]);
});

test('the versions that both mean, and that either means', { tags: ['LINK-02'] }, () => {
  fc.assert(
    fc.property(expression, expression, (one, other) => {
      const [both, either] = [bothVersions(one, other), eitherVersion(one, other)];
      for (const version of versions) {
        const [left, right] = [matchesVersion(one, version), matchesVersion(other, version)];
        if (both !== null) expect(matchesVersion(both, version)).toBe(left && right);
        if (either !== null) expect(matchesVersion(either, version)).toBe(left || right);
      }
    }),
  );
  expect(bothVersions('<3', '>=3')).toBeNull();
  expect(bothVersions('', '>= 3.2.0')).toBe('>= 3.2.0');
});
