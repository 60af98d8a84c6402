import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Routes in a module of the contract, each once. */
const routesIn = (value: unknown, seen: Set<unknown>): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType || seen.has(value)) return [];
  seen.add(value);
  const route = value as Record<string, unknown>;
  if (typeof route['method'] === 'string' && typeof route['path'] === 'string') return [route];
  return Object.values(value).flatMap((part) => routesIn(part, seen));
};
/** The schemas in a schema that read an instant by Zod's grammar. */
const zodInstants = (schema: z.ZodType): number => {
  let found = 0;
  const count = ({ zodSchema }: { zodSchema: z.core.$ZodType }): void => {
    if ((zodSchema._zod.def as { format?: string }).format === 'datetime') found += 1;
  };
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: count });
  return found;
};

test('no request reads an instant by another grammar than readInstant', { tags: ['E-2B'] }, async () => {
  expect(zodInstants(z.object({ at: z.iso.datetime().nullable() }))).toBe(1);
  const seen = new Set<unknown>();
  const routes: Record<string, unknown>[] = [];
  for (const home of globSync('packages/contract/src/*/index.ts'))
    routes.push(...routesIn({ ...(await import(pathToFileURL(resolve(home)).href)) }, seen));
  expect(routes.length).toBeGreaterThan(100);
  const asked = routes.flatMap(({ method, path, body, query, params }) =>
    [body, query, params].map((schema): [string, number] => [`${method} ${path}`, schema instanceof z.ZodType ? zodInstants(schema) : 0]),
  );
  expect(asked.filter(([, instants]) => instants > 0)).toEqual([]);
});
