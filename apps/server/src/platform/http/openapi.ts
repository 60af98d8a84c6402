import { apiNames, exampleOf, type JsonSchema } from '@endcap/contract/api';
import { type Access, ProblemBody, type RouteSpec } from '@endcap/contract/core';
import { build, type Build } from '../build.ts';
import { type Parameter, parametersOf } from './openapi-parameters.ts';
import { refusalsOf } from './openapi-refusals.ts';
import { createSchemas, type Schemas } from './openapi-schemas.ts';

/** An API as its description names it; `url` is where it is reached. */
export type ApiInfo = { title: string; url: string };

type Media = { schema: JsonSchema; example?: unknown };
type Content = Record<string, Media>;
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  'x-access': Access;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: unknown; content?: Content }>;
};
export type OpenApi = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  /** Commit and time beside the version of `info`. */
  'x-build': Build;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: unknown };
};

const DESCRIPTION = 'Refusals have the shape of Problem: a code of a closed list, a sentence, and for single fields their own codes.';
const etag = { ETag: { description: 'Tag of the entity, for If-Match', schema: { type: 'string' } } };
// OpenAPI 3.1 marks files with `contentMediaType`. Most generators only support `format: binary` and use a string otherwise (E-2F).
const binary: JsonSchema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
const file: Content = {
  'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: binary } } },
};
const list: Content = {
  'text/csv': { schema: { type: 'string' } },
  'application/json': { schema: { type: 'array', items: { type: 'object' } } },
};

const bodyOf = (route: RouteSpec, schemas: Schemas): Content => {
  const schema = route.body && schemas.request(route.body);
  return {
    ...(schema && { 'application/json': { schema, example: exampleOf(schema, schemas.definitions) } }),
    ...(route.multipart && file),
    ...(route.fileBytes && list),
  };
};

/** One route as an operation. */
const describe = (route: RouteSpec, schemas: Schemas, answer: JsonSchema | null, problem: JsonSchema): Operation => {
  const { id = '', tag = '' } = apiNames.operationOf(route) ?? {};
  const content = bodyOf(route, schemas);
  const refusal = { 'application/json': { schema: problem } };
  return {
    operationId: id,
    summary: route.summary,
    tags: [tag],
    security: route.access === 'anyone' ? [] : [{ bearer: [] }],
    'x-access': route.access,
    parameters: parametersOf(route, schemas),
    ...(Object.keys(content).length > 0 && { requestBody: { required: true, content } }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        ...(route.tagged && answer && { headers: etag }),
        ...(answer && {
          content: { [route.csv ? 'text/csv' : 'application/json']: { schema: answer, example: exampleOf(answer, schemas.definitions) } },
        }),
      },
      ...Object.fromEntries(refusalsOf(route).map(([status, description]) => [status, { description, content: refusal }])),
      default: { description: 'Not available, or a fault of ours', content: refusal },
    },
  };
};

/** OpenAPI 3.1 of the declared routes. */
export const openApi = ({ title, url }: ApiInfo, routes: readonly RouteSpec[]): OpenApi => {
  const schemas = createSchemas();
  const problem = schemas.answer(ProblemBody);
  const answers = routes.map(({ reply }) => reply && schemas.answer(reply));
  const paths: OpenApi['paths'] = {};
  for (const [at, route] of routes.entries()) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describe(route, schemas, answers[at] ?? null, problem);
  }
  const used = new Set(routes.map((route) => apiNames.operationOf(route)?.tag));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: build.version,
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    'x-build': build,
    servers: [{ url }],
    tags: apiNames.resources.filter(({ name }) => used.has(name)),
    paths,
    components: { schemas: schemas.definitions, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
};
