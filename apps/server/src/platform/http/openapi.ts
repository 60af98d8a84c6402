import { ProblemBody, type RouteSpec } from '@endcap/contract/core';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  // What a preprocessed part takes is described by what it becomes.
  const described = schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? (schema.out as z.ZodType) : schema;
  const { $schema: _, ...json } = z.toJSONSchema(described, { io, unrepresentable: 'any' });
  return json;
};

const content = (schema: unknown) => ({ 'application/json': { schema } });

const parametersOf = (route: RouteSpec): unknown[] =>
  (['path', 'query'] as const).flatMap((where) => {
    const shape = (where === 'path' ? route.params : route.query)?.shape ?? {};
    return Object.entries(shape).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(schema as z.ZodType, 'input'),
    }));
  });

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the entity that the change was made against; 412 with the current entity when it changed since',
  schema: { type: 'string' },
};
const etag = { ETag: { description: 'Tag of the entity, for If-Match', schema: { type: 'string' } } };

/** One route as an OpenAPI operation. */
export const describeRoute = (route: RouteSpec): unknown => ({
  summary: route.summary,
  tags: [route.path.split('/').find((part) => !['', 'api', 'app', 'v1'].includes(part))],
  security: route.access === 'anyone' ? [] : [{ bearer: [] }],
  'x-access': route.access,
  parameters: [...parametersOf(route), ...(route.tagged && ['PATCH', 'DELETE'].includes(route.method) ? [ifMatch] : [])],
  ...(route.body && { requestBody: { required: true, content: content(schemaOf(route.body, 'input')) } }),
  ...(route.fileBytes && {
    requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } }, ...content({ type: 'array' }) } },
  }),
  ...(route.multipart && {
    requestBody: {
      required: true,
      content: {
        ...(route.body && content(schemaOf(route.body, 'input'))),
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
        },
      },
    },
  }),
  responses: {
    [String(route.status ?? 200)]: {
      description: 'Done',
      ...(route.tagged && route.reply && { headers: etag }),
      ...(route.reply && { content: content(schemaOf(route.reply, 'output')) }),
    },
    default: { description: 'Refused', content: content({ $ref: '#/components/schemas/Problem' }) },
  },
});

/** OpenAPI 3.1 of the declared routes. */
export const openApi = (title: string, routes: readonly RouteSpec[]): unknown => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describeRoute(route);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: { schemas: { Problem: schemaOf(ProblemBody, 'output') }, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
};
