import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Lines that wait with `vi` and do not say how long: a second, which a busy machine may need for what comes. */
const impatientWaits = (file: string, source: string): string[] => {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'vi') return;
      const waits = callee.property.type === 'Identifier' && /^wait(For|Until)$/.test(callee.property.name);
      if (waits && given.length < 2) found.push(`${file}:${source.slice(0, start).split('\n').length}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
};

test('a test waits as long as the machine needs', { tags: ['E-85'] }, () => {
  expect(
    impatientWaits('x.ts', 'await vi.waitUntil(() => a);\nawait vi.waitFor(() => b, state());\nawait expect.poll(() => c).toBe(1);'),
  ).toEqual(['x.ts:1']);
  const files = globSync('{apps,packages,scripts,sandbox}/**/*.test.{ts,tsx}', { exclude: ['**/node_modules/**'] });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => impatientWaits(file, readFileSync(file, 'utf8')))).toEqual([]);
});
