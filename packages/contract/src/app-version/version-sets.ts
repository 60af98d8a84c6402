import { isVersionExpression, matchesVersion, VERSION_MAX_LENGTH } from './app-version.ts';

type Parts = readonly [number, number, number];
const textOf = (parts: Parts): string => parts.join('.');

/** Returns the versions at which an expression may start or stop matching. */
const edgesOf = (expression: string): Parts[] =>
  [...expression.matchAll(/(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/g)].flatMap(([, first, second, third]): Parts[] => {
    const [major = 0, minor = 0, patch = 0] = [first, second, third].map((part) => Number(part) || 0);
    return [
      [major, minor, patch],
      [major, minor, patch + 1],
      [major, minor + 1, 0],
      [major + 1, 0, 0],
    ];
  });

const inOrder = (one: Parts, other: Parts): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/** Returns versions, ascending, that match `expression` and `among` but not `within`: at least one of each range of such versions. */
export const versionsOutside = (expression: string, within: string, among = ''): string[] => {
  const edges: Parts[] = [[0, 0, 0], ...edgesOf(expression), ...edgesOf(within), ...edgesOf(among)];
  const outside = edges
    .toSorted(inOrder)
    .map(textOf)
    .filter((version) => matchesVersion(expression, version) && matchesVersion(among, version) && !matchesVersion(within, version));
  return [...new Set(outside)];
};

const alternativesOf = (expression: string): string[] => expression.split('||').map((one) => one.trim());
/** Returns the expression if it matches some version and can be saved; otherwise null. */
const usable = (expression: string): string | null =>
  expression.length <= VERSION_MAX_LENGTH && isVersionExpression(expression) && versionsOutside(expression, '<0.0.0').length > 0
    ? expression
    : null;

/** Returns an expression for the versions that match both; null if no version does or the expression cannot be saved. */
export const bothVersions = (one: string, other: string): string | null => {
  if (one.trim() === '' || other.trim() === '') return one.trim() || other.trim();
  const pairs = alternativesOf(one).flatMap((left) => alternativesOf(other).map((right) => `${left} ${right}`));
  const some = pairs.filter((pair) => usable(pair) !== null);
  return some.length === 0 ? null : usable(some.join(' || '));
};

/** Returns an expression for the versions that match either; null if it cannot be saved. */
export const eitherVersion = (one: string, other: string): string | null =>
  one.trim() === '' || other.trim() === '' ? '' : usable([...new Set([...alternativesOf(one), ...alternativesOf(other)])].join(' || '));
