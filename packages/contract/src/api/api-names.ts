import { z } from 'zod';
import { ProblemBody, type RouteSpec, Usage } from '../core/index.ts';
import { features } from './features.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const isTable = ([name, value]: [string, unknown]): boolean => name.endsWith('Routes') && typeof value === 'object';

export type Operation = { id: string; tag: string };

// `storeRoutes.create` is the operation `storeCreate`, so that the code can be searched by that name.
const operations: ReadonlyMap<RouteSpec, Operation> = new Map(
  features.flatMap(({ name: tag, exports }) =>
    Object.entries(exports)
      .filter(isTable)
      // An exported table of routes, e.g. `storeRoutes`.
      .flatMap(([table, routes]) =>
        Object.entries(routes as Record<string, RouteSpec>).map(([key, route]): [RouteSpec, Operation] => [
          route,
          { id: table.replace(/Routes$/, '') + capital(key), tag },
        ]),
      ),
  ),
);

export type NamedSchema = readonly [name: string, schema: z.ZodType];

// Of two names the first counts; a plain text or a number needs none.
const schemas: ReadonlyMap<z.ZodType, string> = new Map(
  [...features.flatMap(({ exports }) => Object.entries(exports)), ['Usage', Usage] as const, ['Problem', ProblemBody] as const]
    .flatMap(([name, schema]): [z.ZodType, string][] =>
      schema instanceof z.ZodObject || schema instanceof z.ZodPipe ? [[schema, name]] : [],
    )
    .filter(([, name]) => /^[A-Z]/.test(name))
    .toReversed(),
);

/** The names by which the description of an API calls its operations and schemas: those that the contract has for them. */
export const apiNames = {
  operationOf: (route: RouteSpec): Operation | undefined => operations.get(route),
  resources: features.map(({ name, description }) => ({ name, description })),
  schemas: [...schemas].map(([schema, name]): NamedSchema => [name, schema]),
};
