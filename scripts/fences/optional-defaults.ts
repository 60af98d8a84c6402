import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const RULE = 'no-default-under-optional';
const DEFAULTS: ReadonlySet<string> = new Set(['default', 'prefault', 'catch']);

/** The parts of a Zod definition that contain other schemas. */
type Definition = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  rest?: z.ZodType | null;
  getter?: () => z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
};
const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;
const present = (schemas: readonly (z.ZodType | null | undefined)[]): z.ZodType[] =>
  schemas.filter((schema) => schema instanceof z.ZodType);

/** Schemas that read the same value as the one around them. */
const sameValue = ({ innerType, in: first, out, left, right, options, getter }: Definition): z.ZodType[] =>
  present([innerType, first, out, left, right, ...(options ?? []), getter?.()]);
/** Schemas of the parts of a value, with their names in a path. */
const partsOf = ({ element, keyType, valueType, rest, items, shape }: Definition): [string, z.ZodType][] => [
  ...Object.entries(shape ?? {}).map(([name, schema]): [string, z.ZodType] => [`.${name}`, schema]),
  ...present([element, keyType, valueType, rest, ...(items ?? [])]).map((schema): [string, z.ZodType] => ['[]', schema]),
];

const isOptional = (schema: z.ZodType): boolean => schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
const hasDefault = (schema: z.ZodType, seen = new Set<z.ZodType>()): boolean => {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const definition = definitionOf(schema);
  return DEFAULTS.has(definition.type) || sameValue(definition).some((inner) => hasDefault(inner, seen));
};
/** Visits a schema and everything in it, once each, and reports optional fields with a default inside. */
const visit = (schema: z.ZodType, path: string, seen: Set<z.ZodType>, found: (path: string) => void): void => {
  if (seen.has(schema)) return;
  seen.add(schema);
  const definition = definitionOf(schema);
  if (isOptional(schema) && sameValue(definition).some((inner) => hasDefault(inner))) found(path);
  for (const inner of sameValue(definition)) visit(inner, path, seen, found);
  for (const [name, part] of partsOf(definition)) visit(part, `${path}${name}`, seen, found);
};

type Exported = { schemas: [string, z.ZodType][]; patches: [string, z.ZodType][] };
/** Every schema that a module exports: by itself, in a table of fields, or in a route. Bodies of PATCH routes are also listed apart. */
const schemasIn = (value: unknown, path: string, seen: Set<unknown>): Exported => {
  if (value instanceof z.ZodType) return { schemas: [[path, value]], patches: [] };
  if (typeof value !== 'object' || value === null || seen.has(value)) return { schemas: [], patches: [] };
  seen.add(value);
  const inside = Object.entries(value).map(([name, part]) => schemasIn(part, `${path}.${name}`, seen));
  const { method, body } = value as { method?: unknown; body?: unknown };
  const own: [string, z.ZodType][] = method === 'PATCH' && body instanceof z.ZodType ? [[`${path}.body`, body]] : [];
  return { schemas: inside.flatMap(({ schemas }) => schemas), patches: [...own, ...inside.flatMap(({ patches }) => patches)] };
};

/**
 * Finds optional fields of the contract with `.default()`, `.prefault()` or `.catch()` inside, also behind a named schema. Zod fills
 * such a field when it is missing, so a PATCH would overwrite what is stored. For the same reason it finds PATCH bodies that read `{}`
 * as anything else, with or without an optional. The loaded schemas are checked, since the source of a field does not show what a
 * named schema holds.
 */
export const checkOptionalDefaults = async (root: string): Promise<string[]> => {
  // From the end, so that `api`, which lists schemas of the others, is last and paths name the feature.
  const homes = globSync('packages/contract/src/*/index.ts', { cwd: root }).toSorted().toReversed();
  const modules = await Promise.all(homes.map(async (home) => [home, await import(pathToFileURL(resolve(join(root, home))).href)]));
  const seen = new Set<unknown>();
  const exported = modules.map(([home, module]) => schemasIn({ ...module }, home.split('/').at(-2) ?? '', seen));
  const lines: string[] = homes.length === 0 ? [`${RULE}: no schemas were read`] : [];
  const visited = new Set<z.ZodType>();
  for (const [path, schema] of exported.flatMap(({ schemas }) => schemas))
    visit(schema, path, visited, (at) => lines.push(`${RULE} (what is not sent would be overwritten): ${at}`));
  for (const [path, body] of exported.flatMap(({ patches }) => patches)) {
    const { success, data } = body.safeParse({});
    if (success && Object.keys(data as object).length > 0)
      lines.push(`${RULE} (a PATCH of nothing changes ${Object.keys(data as object).join(', ')}): ${path}`);
  }
  return lines;
};
