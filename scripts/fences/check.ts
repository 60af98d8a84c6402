import { type Fence, fences } from '../../fences.ts';
import { circlesOf } from './circles.ts';
import { checkClockReads } from './clock-reads.ts';
import { checkLightDark } from './light-dark.ts';
import { checkNotFound } from './not-found.ts';
import { checkOptionalDefaults } from './optional-defaults.ts';
import { type Arrow, readImports } from './read-imports.ts';
import { checkTables } from './table-owners.ts';

const CANARY = 'scripts/fences/canary';

const crossing = (fence: Fence, { from, to, typeOnly }: Arrow): boolean => {
  const match = new RegExp(fence.from).exec(from);
  if (!match || !new RegExp(fence.to).test(to) || (typeOnly && fence.types === false)) return false;
  return fence.except === undefined || !new RegExp(fence.except.replaceAll('$1', match[1] ?? '')).test(to);
};

const violations = async (root: string): Promise<string[]> => {
  const { files, arrows } = readImports(root);
  const crossed = fences.flatMap((fence: Fence) =>
    arrows.filter((arrow) => crossing(fence, arrow)).map((arrow) => `${fence.name} (${fence.why}): ${arrow.from} → ${arrow.to}`),
  );
  const circles = circlesOf(arrows);
  return [
    ...(files.length === 0 ? ['no files were read'] : []),
    ...crossed,
    ...circles.map((circle) => `no-circles (what reaches itself has no beginning to read from): ${circle.join(', ')}`),
    ...checkTables(root),
    ...checkClockReads(root),
    ...checkNotFound(root),
    ...checkLightDark(root),
    ...(await checkOptionalDefaults(root)),
  ];
};

/** Returns the violations of the fences, one per line. Reports a fence as blind if it misses its planted violation in `canary/`. */
const checkFences = async (root: string): Promise<string[]> => {
  const planted = await violations(`${root}/${CANARY}`);
  const others = [
    'no-circles',
    'tables-have-owners',
    'decisions-take-database-time',
    'not-found-is-a-code',
    'light-dark-takes-colours',
    'no-default-under-optional',
  ];
  const blind = [...fences.map(({ name }) => name), ...others].filter((name) => !planted.some((line) => line.startsWith(name)));
  return [...blind.map((name) => `${name} is blind: nothing planted in ${CANARY} was found by it`), ...(await violations(root))];
};

if (process.argv[1]?.endsWith('fences/check.ts')) {
  const lines = await checkFences(process.cwd());
  console.log(lines.length === 0 ? 'Fences hold.' : lines.join('\n'));
  process.exit(lines.length === 0 ? 0 : 1);
}
