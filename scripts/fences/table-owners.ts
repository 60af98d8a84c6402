import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';

const RULE = 'tables-have-owners';
const TABLE = '[a-z_]+(?:\\s+(?:as\\s+)?[a-z_]+)?';
/** Matches one table, or several separated by commas. */
const READ = new RegExp(`\\b(?:from|join|using)\\s+(${TABLE}(?:\\s*,\\s*${TABLE})*)`, 'g');
const WRITTEN = /\b(?:insert into|update|delete from)\s+([a-z_]+)\b/g;
const WRITERS = new Set(['insertInto', 'updateTable', 'deleteFrom']);

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const featureOf = (file: string): string => file.split('/')[4] ?? '';
const nameOf = (node: Node): string => ('name' in node ? String(node.name) : '');
const textOf = (node: Node | undefined): string => (node?.type === 'Literal' ? String(node.value) : '');

/** Returns the owning feature by table name in the database. */
export const ownersIn = (root: string): Map<string, string> => {
  const owners = new Map<string, string>();
  for (const file of globSync('apps/server/src/features/**/*.tables.ts', { cwd: root })) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    const visitor = new Visitor({
      TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
        if (!id.name.endsWith('Tables') || typeAnnotation.type !== 'TSTypeLiteral') return;
        for (const member of typeAnnotation.members)
          if (member.type === 'TSPropertySignature') owners.set(snake(nameOf(member.key)), featureOf(file));
      },
    });
    visitor.visit(program);
  }
  return owners;
};

type TableUse = { declared: Set<string>; read: Set<string>; written: Set<string> };
/** Returns the tables that a repository declares in `DbOf`, and those that its SQL reads and writes. */
const tableUseIn = (file: string, source: string, owners: ReadonlyMap<string, string>): TableUse => {
  const use: TableUse = { declared: new Set(), read: new Set(), written: new Set() };
  const note = (to: Set<string>, name: string | undefined) => name !== undefined && owners.has(name) && to.add(name);
  const visitor = new Visitor({
    TSTypeReference: ({ typeName, typeArguments }) => {
      if (nameOf(typeName) !== 'DbOf') return;
      for (const name of typeArguments?.params.flatMap((type) => (type.type === 'TSUnionType' ? type.types : [type])) ?? [])
        if (name.type === 'TSLiteralType') note(use.declared, snake(textOf(name.literal)));
    },
    TemplateElement: ({ value: { raw } }) => {
      for (const [, names = ''] of raw.matchAll(READ)) for (const name of names.split(',')) note(use.read, name.trim().split(/\s/)[0]);
      for (const [, name] of raw.matchAll(WRITTEN)) note(use.written, name);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'MemberExpression' && WRITERS.has(nameOf(callee.property))) note(use.written, snake(textOf(first)));
    },
  });
  visitor.visit(parseSync(file, source).program);
  return use;
};

/** Exceptions, each with its reason. */
const ALLOWED = new Set([
  // Every entity shows the names of its author and last editor (A-123). The subqueries are part of other features' statements.
  'entities/marks.repository.ts → staff_name',
  // The statement that writes an outcome also removes addresses that it shows to be dead.
  'delivery/chunk/chunk.repository.ts → device',
]);

/** Returns reads of other features' tables in raw SQL without `DbOf<…>`, and all writes to them. The compiler checks Kysely's reads. */
export const checkTables = (root: string): string[] => {
  const owners = ownersIn(root);
  return globSync('apps/server/src/features/**/*.repository.ts', { cwd: root }).flatMap((file) => {
    const { declared, read, written } = tableUseIn(file, readFileSync(join(root, file), 'utf8'), owners);
    const isForeign = (name: string): boolean =>
      owners.get(name) !== featureOf(file) && !ALLOWED.has(`${file.split('/').slice(4).join('/')} → ${name}`);
    return [
      ...[...read].filter((name) => isForeign(name) && !declared.has(name)).map((name) => `${RULE} (name it in DbOf): ${file} → ${name}`),
      ...[...written].filter(isForeign).map((name) => `${RULE} (${owners.get(name)} alone writes it): ${file} → ${name}`),
    ];
  });
};
