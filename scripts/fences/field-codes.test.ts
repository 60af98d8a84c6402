import { globSync, readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const FIRST = /^(string|number|boolean|int)$/;
const LATER = /^(refine|regex|min|max|length|enum|union|tuple|array|literal|unprocessable)$/;

const isText = (node: Node | undefined): boolean => node?.type === 'Literal' && typeof node.value === 'string';

/** Returns the rules whose message is a plain text instead of a field code. Zod accepts any text. */
const bareRefusals = (file: string, source: string): string[] => {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given, start, end }) => {
      const method = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
      const isBare = (FIRST.test(method) && isText(given[0])) || (LATER.test(method) && isText(given[1]));
      if (isBare) found.push(`${file}: ${source.slice(start, end)}`);
    },
    Property: ({ key, value, start, end }) => {
      if (key.type === 'Identifier' && key.name === 'message' && isText(value) && /'[a-z][A-Za-z]+'/.test(source.slice(start, end)))
        found.push(`${file}: ${source.slice(start, end)}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
};

test('every validation rule has a field code as its message, never a plain text', () => {
  expect(
    bareRefusals('x.ts', "z.string('required').max(3, 'tooLong').check(({ issues }) => issues.push({ message: 'notFoo' }))"),
  ).toHaveLength(3);
  expect(bareRefusals('x.ts', "z.string(code('required')).max(3, code('tooLong')).default('x')")).toEqual([]);
  // Problems of settings are texts, not codes: they are printed to the operator who starts a process.
  const exclude = ['**/node_modules/**', '**/*.test.{ts,tsx}', 'apps/server/src/config-schema.ts'];
  const files = globSync('{packages,apps/*}/**/src/**/*.{ts,tsx}', { exclude });
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => bareRefusals(file, readFileSync(file, 'utf8')))).toEqual([]);
});
