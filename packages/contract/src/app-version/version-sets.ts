import { isVersionExpression, matchesVersion, VERSION_MAX_LENGTH } from './app-version.ts';

type Parts = readonly [number, number, number];
const textOf = (parts: Parts): string => parts.join('.');

/** The versions at which an expression may begin or cease to match; between two of them it does not change. */
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

/** Versions that one expression means and another does not, an example for each stretch of them, in order; none when all are meant by both. */
export const versionsOutside = (expression: string, within: string): string[] => {
  const edges: Parts[] = [[0, 0, 0], ...edgesOf(expression), ...edgesOf(within)];
  const outside = edges
    .toSorted(inOrder)
    .map(textOf)
    .filter((version) => matchesVersion(expression, version) && !matchesVersion(within, version));
  return [...new Set(outside)];
};

const alternativesOf = (expression: string): string[] => expression.split('||').map((one) => one.trim());
/** An expression that means some version, and can be saved. */
const usable = (expression: string): string | null =>
  expression.length <= VERSION_MAX_LENGTH && isVersionExpression(expression) && versionsOutside(expression, '<0.0.0').length > 0
    ? expression
    : null;

/** What means the versions that both mean; null when there are none, or no expression that can be saved. */
export const bothVersions = (one: string, other: string): string | null => {
  if (one.trim() === '' || other.trim() === '') return one.trim() || other.trim();
  const pairs = alternativesOf(one).flatMap((left) => alternativesOf(other).map((right) => `${left} ${right}`));
  const some = pairs.filter((pair) => usable(pair) !== null);
  return some.length === 0 ? null : usable(some.join(' || '));
};

/** What means the versions that either means; null when there is no expression that can be saved. */
export const eitherVersion = (one: string, other: string): string | null =>
  one.trim() === '' || other.trim() === '' ? '' : usable([...new Set([...alternativesOf(one), ...alternativesOf(other)])].join(' || '));
