import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, parseSync, Visitor } from 'oxc-parser';

const RULE = 'decisions-take-database-time';

/** Files that read the system clock, and why they may. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/server/src/platform/db/database-clock.ts': 'compares it with the clock of the database',
  'apps/server/src/platform/log.ts': 'dates a line as the library dates all others',
};

const isNamed = (node: Expression, name: string): boolean => node.type === 'Identifier' && node.name === name;

/** Returns the expressions of a file that read the system clock, as written. */
const readsIn = (file: string, source: string): string[] => {
  const found: string[] = [];
  const note = ({ start, end }: { start: number; end: number }): void => void found.push(source.slice(start, end));
  new Visitor({
    NewExpression: (node) => {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0) note(node);
    },
    CallExpression: (node) => {
      if (isNamed(node.callee, 'Date')) note(node);
    },
    MemberExpression: (node) => {
      if (node.computed) return;
      const { name } = node.property;
      if ((isNamed(node.object, 'Date') && name === 'now') || (isNamed(node.object, 'Temporal') && name === 'Now')) note(node);
    },
  }).visit(parseSync(file, source).program);
  return found;
};

/** Reads of the system clock in the server: decisions take the time of the database (`now`), durations `performance.now()` (E-05). */
export const checkClockReads = (root: string): string[] =>
  globSync('apps/server/src/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file) => {
      const reads = readsIn(file, readFileSync(join(root, file), 'utf8'));
      if (!(file in ALLOWED)) return reads.map((read) => `${RULE} (take \`now\`, or performance.now() for a duration): ${file} → ${read}`);
      return reads.length > 0 ? [] : [`${RULE} (it no longer has to be allowed): ${file}`];
    });
