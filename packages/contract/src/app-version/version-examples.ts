import { isVersionExpression, matchesVersion } from './app-version.ts';

const SHOWN = 3;

/** Returns versions near those in an expression, split by whether they match; null if it is empty or invalid (ux 15). */
export const versionExamples = (expression: string): { matching: string[]; others: string[] } | null => {
  if (expression.trim() === '' || !isVersionExpression(expression)) return null;
  const named = [...expression.matchAll(/(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/g)].flatMap(([, first, second, third]) => {
    const [major = 0, minor = 0, patch = 0] = [first, second, third].map((part) => Number(part) || 0);
    const before = patch > 0 ? [major, minor, patch - 1] : minor > 0 ? [major, minor - 1, 9] : [major - 1, 9, 9];
    return [before, [major, minor, patch], [major, minor, patch + 1], [major, minor + 1, 0], [major + 1, 0, 0]];
  });
  const versions = [...new Set(named.filter(([major = 0]) => major >= 0).map((parts) => parts.join('.')))];
  return {
    matching: versions.filter((version) => matchesVersion(expression, version)).slice(0, SHOWN),
    others: versions.filter((version) => !matchesVersion(expression, version)).slice(0, SHOWN),
  };
};
