import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

type LongFunction = { where: string; lines: number };
export type FileFigures = { file: string; lines: number; casts: number; functions: LongFunction[] };

type Placed = { start: number; end: number };
type Named = Placed & { id?: { name?: string } | null };

/** What one file weighs. A cast is an `as` other than `as const`; a function counts with its first and its last line. */
export const readFile = (root: string, file: string): FileFigures => {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  const functions: LongFunction[] = [];
  let casts = 0;
  const names = new Map<number, string>();
  const measure = (one: Named): void => {
    const name = one.id?.name ?? names.get(one.start) ?? 'a function without a name';
    functions.push({ where: `${file}:${lineAt(one.start)} ${name}`, lines: lineAt(one.end) - lineAt(one.start) + 1 });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name);
    },
    TSAsExpression: ({ typeAnnotation }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') casts += 1;
    },
    ArrowFunctionExpression: measure,
    FunctionDeclaration: measure,
    FunctionExpression: measure,
  }).visit(parseSync(file, text).program);
  return { file, lines: text.split('\n').length - 1, casts, functions };
};
