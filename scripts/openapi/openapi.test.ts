import { exampleOf, type JsonSchema } from '@endcap/contract/api';
import type { RouteSpec } from '@endcap/contract/core';
import { fieldProblemCodes, problems } from '@endcap/contract/core';
import { expect, test } from 'vitest';
import { openApi, type OpenApi } from '../../apps/server/src/platform/http/openapi.ts';
import { everyRoute, isForPhones } from '../../apps/server/test/every-route.ts';

const routes = await everyRoute();
const described = (phones: boolean): [RouteSpec[], OpenApi] => {
  const own = routes.filter((route) => isForPhones(route) === phones);
  return [own, openApi({ title: 'x', url: 'https://endcap.koszyk.pl' }, own)];
};
const both = [described(false), described(true)];
const operations = both.flatMap(([, { paths }]) => Object.values(paths).flatMap((methods) => Object.values(methods)));

/** More characters than any text may have. */
const LONG = 300_000;
type Text = { at: string[]; maxLength: number | undefined };
/** Returns the free texts of a body: strings without choices, pattern or format. */
const textsIn = (schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>, at: string[] = []): Text[] => {
  const inside = (part: JsonSchema, ...more: string[]): Text[] => textsIn(part, definitions, [...at, ...more]);
  if (schema.$ref) return inside(definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.anyOf) return schema.anyOf.flatMap((one) => inside(one));
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, part]) => inside(part, name));
  if (schema.items) return inside(schema.items, '0');
  const isFree = schema.type === 'string' && !schema.enum && schema.const === undefined && !schema.pattern && !schema.format;
  return isFree ? [{ at, maxLength: schema.maxLength }] : [];
};
/** Returns an example with the text at one path replaced. */
const withText = (example: unknown, [name, ...rest]: readonly string[], text: string): unknown => {
  if (name === undefined) return text;
  const of = (example ?? (name === '0' ? [] : {})) as Record<string, unknown>;
  return Array.isArray(of) ? [withText(of[0], rest, text), ...of.slice(1)] : { ...of, [name]: withText(of[name], rest, text) };
};

test('every operation has a unique id, a tag, and at least one 4xx response', { tags: ['KIT-04'] }, () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  expect(operations.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['notificationSend', 'storeCreate', 'deviceRegister']),
  );
  for (const [, { tags, paths }] of both) {
    const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags));
    expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)));
  }
  for (const { operationId, responses } of operations)
    expect(Object.keys(responses).filter((status) => status.startsWith('4')).length, operationId).toBeGreaterThan(0);
});
test('schemas have the names of the contract, and Problem names every code', { tags: ['KIT-04'] }, () => {
  const [staff, phones] = both.map(([, { components }]) => components.schemas);
  expect(Object.keys(staff ?? {})).toEqual(
    expect.arrayContaining(['Problem', 'Notification', 'SendNotification', 'Content', 'Store', 'Usage']),
  );
  expect(Object.keys(phones ?? {})).toEqual(expect.arrayContaining(['Problem', 'Device', 'RegisterDevice', 'AppStore', 'AppContent']));
  const { code, fields } = (staff?.['Problem']?.properties?.['error']?.properties ?? {}) as Record<string, { enum?: string[] }>;
  expect(code?.enum).toEqual(Object.keys(problems));
  expect(JSON.stringify(fields)).toContain(JSON.stringify(fieldProblemCodes));
});
test('every example of a request body passes its validation rules', { tags: ['KIT-04'] }, () => {
  for (const [own, { paths }] of both)
    for (const { path, method, body } of own) {
      if (!body) continue;
      const operation = paths[path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()];
      const example = operation?.requestBody?.content['application/json']?.example;
      expect([path, body.safeParse(example).error]).toEqual([path, undefined]);
    }
});
test('an uploaded file is described as binary for generators of OpenAPI 3.0 and of 3.1', { tags: ['E-2F'] }, () => {
  const uploads = operations.flatMap(({ operationId, requestBody }) => {
    const form = requestBody?.content['multipart/form-data'];
    return form ? [[operationId, form.schema.properties?.['file']]] : [];
  });
  const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
  expect(uploads).toEqual(
    expect.arrayContaining([
      ['fileUpload', binary],
      ['knowledgeCreate', binary],
    ]),
  );
  expect(uploads.filter(([, schema]) => JSON.stringify(schema) !== JSON.stringify(binary))).toEqual([]);
});
test('tuples describe their items for generators without prefixItems, and no schema is empty', { tags: ['E-2F'] }, () => {
  const [, { paths, components }] = described(false);
  const { HistoryChange, SettingsPatch } = components.schemas;
  const pair = HistoryChange?.properties?.['changes'] as { additionalProperties?: JsonSchema };
  expect(pair.additionalProperties).toEqual({ type: 'array', items: {}, minItems: 2, maxItems: 2 });
  const regulations = SettingsPatch?.properties?.['loyalty']?.properties?.['regulations'];
  expect(regulations?.prefixItems).toHaveLength(2);
  expect(regulations?.items?.anyOf).toEqual(regulations?.prefixItems);
  expect(JSON.stringify(paths)).not.toContain('"schema":{}');
});
test('every text in a request body documents its maximum length, and validation enforces the same', { tags: ['KIT-04'] }, () => {
  let asked = 0;
  for (const [own, { paths, components }] of both)
    for (const { path, method, body } of own) {
      const media = paths[path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody?.content['application/json'];
      if (!body || !media) continue;
      for (const { at, maxLength } of textsIn(media.schema, components.schemas)) {
        const where = `${method} ${path} ${at.join('.')}`;
        const sent = (length: number) => {
          const { data, error } = body.safeParse(withText(media.example, at, 'a'.repeat(length)));
          const codes = error?.issues.map(({ message }) => message) ?? [];
          // Fields that the type of an item does not have are dropped.
          return {
            isKept: !error && JSON.stringify(data).includes('a'.repeat(length)),
            isTooLong: codes.some((one) => /toolong/i.test(one)),
          };
        };
        if (maxLength === undefined) {
          expect(sent(LONG).isTooLong, `${where} has a limit that is not described`).toBe(false);
          continue;
        }
        asked += 1;
        expect(sent(maxLength + 1).isKept, `${where} is kept with one more than ${maxLength}`).toBe(false);
        expect(sent(maxLength).isTooLong, `${where} is too long with ${maxLength}`).toBe(false);
      }
    }
  expect(asked).toBeGreaterThan(50);
});
test('the feed routes document the limits of the segments parameter', { tags: ['KIT-04', 'APP-05'] }, () => {
  const [, phones] = both.map(([, { paths }]) => paths);
  for (const path of ['/app/v1/content', '/app/v1/content/{contentId}'])
    expect(phones?.[path]?.['get']?.parameters).toContainEqual({
      name: 'segments',
      in: 'query',
      required: false,
      description: expect.stringMatching(/at most 500 .* 8000 characters.*16 kB/),
      schema: expect.objectContaining({ type: 'string', maxLength: 8_000 }),
    });
});
test('only routes that use the header of the selected store describe it', { tags: ['E-82', 'A-05'] }, () => {
  const withHeader = both.flatMap(([, { paths }]) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).some(({ parameters }) => parameters.some(({ name }) => name === 'x-store-id')) ? [path] : [],
    ),
  );
  expect(withHeader).toContain('/session/get-last-login');
  expect(withHeader).toContain('/api/v1/notification-editor/attempt/{idempotencyKey}');
  expect(withHeader.filter((path) => !/^\/(session\/get-last-login|api\/v1\/notification-editor(\/.*)?)$/.test(path))).toEqual([]);
});
test('the descriptions contain no ids of internal documents', () => {
  for (const [, document] of both) expect(JSON.stringify(document)).not.toMatch(/\b[A-Z]{1,6}-[A-Z0-9-]*\d|\bux \d/);
});
test('exampleOf picks the example of the field name if its type fits, otherwise one of the type', () => {
  const of = (schema: Parameters<typeof exampleOf>[0], field?: string) => exampleOf(schema, {}, field);
  expect([of({ type: 'string' }, 'city'), of({ type: 'integer' }, 'city'), of({ type: ['null', 'string'] }, 'city')]).toEqual([
    'Gdańsk',
    1,
    'Gdańsk',
  ]);
  expect(of({ anyOf: [{ type: 'string', const: '' }, { type: 'null' }, { type: 'boolean' }] })).toBe(false);
});
