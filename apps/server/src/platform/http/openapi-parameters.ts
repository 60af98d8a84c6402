import { type JsonSchema } from '@endcap/contract/api';
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY,
  IF_MATCH_HEADER,
  ID_PATTERN,
  type RouteSpec,
  STORE_HEADER,
  usesStoreHeader,
} from '@endcap/contract/core';
import type { z } from 'zod';
import type { Schemas } from './openapi-schemas.ts';

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: JsonSchema };

const header = (name: string, description: string, pattern?: RegExp): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern && { pattern: pattern.source }) },
});
const ifMatch = header(
  IF_MATCH_HEADER,
  'Tag of the entity that the change was made against; 412 with the entity as it is now when it changed since',
);
const store = header(
  STORE_HEADER,
  'The store that the call is about; administrators choose one or none, staff always have their own',
  ID_PATTERN,
);
const idempotencyKey = header(
  IDEMPOTENCY_HEADER,
  'A repeat with the same key is answered like the first try and does nothing',
  IDEMPOTENCY_KEY,
);

/** Returns the parameters of a route: path, query and headers. */
export const parametersOf = (route: RouteSpec, { request }: Schemas): Parameter[] => [
  ...(['path', 'query'] as const).flatMap((where) => {
    const shape = (where === 'path' ? route.params : route.query)?.shape ?? {};
    return Object.entries(shape).map(([name, part]): Parameter => {
      // Zod types what is in a shape by its core alone.
      const schema = part as z.ZodType;
      const required = where === 'path' || !schema.safeParse(undefined).success;
      return { name, in: where, required, ...(schema.description && { description: schema.description }), schema: request(schema) };
    });
  }),
  ...(usesStoreHeader(route) ? [store] : []),
  ...(route.repeatable ? [idempotencyKey] : []),
  ...(route.tagged && ['PATCH', 'DELETE'].includes(route.method) ? [ifMatch] : []),
];
