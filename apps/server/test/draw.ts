import fc from 'fast-check';
import { z } from 'zod';
import { nearAnything, nearFor } from './near-values.ts';

/** Source of random values: numbers from 0 up to 1 that follow from the seed, existing ids by resource, and stored files. */
export type Source = {
  random: () => number;
  ids: ReadonlyMap<string, readonly string[]>;
  files: readonly string[];
  /** Bodies that a route accepted, of which one part is then changed. */
  taken: ReadonlyMap<unknown, readonly unknown[]>;
};
type Json = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  items?: Json | boolean;
  prefixItems?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  additionalProperties?: Json | boolean;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

export const pick = <T>(random: () => number, from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
const whole = (random: () => number, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));

/** The resource that a path is about: `content-editor`. */
export const resourceOf = (path: string): string =>
  path.split('/').find((part) => !['', 'api', 'app', 'v1', 'session'].includes(part)) ?? '';
/** Returns an id of a resource, sometimes of another one. */
export const anId = ({ random, ids }: Source, resource: string): string => {
  const own = random() < 0.9 ? ids.get(resource) : undefined;
  return pick(random, own ?? [...ids.values()].flat()) ?? 'abc';
};

const described = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? (schema.out as z.ZodType) : schema;
const cache = new WeakMap<z.ZodType, Json>();
/** Returns the JSON Schema of a schema's input. */
export const takenBy = (schema: z.ZodType): Json => {
  const json = cache.get(schema) ?? (z.toJSONSchema(described(schema), { io: 'input', unrepresentable: 'any' }) as Json);
  cache.set(schema, json);
  return json;
};

const sampled = <T>(random: () => number, from: fc.Arbitrary<T>): T | undefined =>
  fc.sample(from, { seed: Math.floor(random() * 2 ** 31), numRuns: 1 })[0];
/** Returns a value that hardly any field accepts. */
export const anything = (random: () => number): unknown => sampled(random, nearAnything);

const patterns = new Map<string, fc.Arbitrary<string>>();
const matching = (pattern: string, random: () => number): string => {
  const strings = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  patterns.set(pattern, strings);
  return sampled(random, strings) ?? '';
};

const ID = '^[a-z0-9]{1,40}$';
const day = (random: () => number): string => new Date(Date.now() + whole(random, -400, 400) * 86_400_000).toISOString().slice(0, 10);
/** Plausible values by the name of a field, since the schema has only its type. */
const meant: [RegExp, (source: Source) => unknown][] = [
  [/(start|end|until|validity|date)/i, ({ random }) => (random() < 0.5 ? day(random) : `${day(random)}T${whole(random, 10, 23)}:00:00Z`)],
  [
    /(image|logo|banner)$/i,
    ({ random, files }) =>
      pick(
        random,
        files.filter((file) => file.startsWith('cloudinary:')),
      ),
  ],
  [/file$/i, ({ random, files }) => pick(random, files)],
  [/stores?(id)?$/i, (source) => anId(source, 'store-editor')],
  [/groups$/i, (source) => anId(source, 'store-group')],
  [/segments$/i, (source) => anId(source, 'segments')],
  [/version/i, ({ random }) => pick(random, ['3.4.1', '>= 3.2.0', '1.5.x', '>1 <2 || 3'])],
  [/url$/i, (source) => pick(source.random, ['https://example.pl/a', `endcap://content/${anId(source, 'content-editor')}`, ''])],
  [/near/i, () => '52.2,21.0'],
  [/colou?r/i, () => '#1f6f4a'],
];

const text = (source: Source, { minLength = 0, maxLength = 40 }: Json, name: string): unknown => {
  const { random } = source;
  const [, make] = meant.find(([names]) => names.test(name)) ?? [];
  const value = make && random() < 0.8 ? make(source) : undefined;
  if (value !== undefined) return value;
  const words = 'Gazetka Żółć ąęśćńó na weekend 50 % taniej 🍎 Łódź'.repeat(5);
  return words.slice(0, whole(random, Math.max(1, minLength), Math.min(60, maxLength)));
};

/** Returns a value that a schema probably accepts, by its JSON Schema and the name of the field. */
export const drawValid = (source: Source, schema: Json, name = ''): unknown => {
  const { random } = source;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return drawValid(source, pick(random, choices) ?? {}, name);
  if (schema.allOf) return drawValid(source, Object.assign({}, ...schema.allOf), name);
  if ('const' in schema) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  if (Array.isArray(schema.type)) return drawValid(source, { ...schema, type: pick(random, schema.type) ?? 'null' }, name);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const wanted = Object.entries(properties).filter(([key]) => required.includes(key) || random() < 0.6);
      return Object.fromEntries(wanted.map(([key, value]) => [key, drawValid(source, value, key)]));
    }
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => drawValid(source, item, name));
      return Array.from({ length: whole(random, 0, 3) }, () =>
        drawValid(source, typeof schema.items === 'object' ? schema.items : {}, name),
      );
    case 'integer':
      return whole(random, Math.max(-10, schema.minimum ?? -10), Math.min(1_000, schema.maximum ?? 1_000));
    case 'number':
      return Number((random() * 100).toFixed(2));
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'string': {
      const { pattern, format } = schema;
      if (format === 'date-time') return `${day(random)}T10:00:00.000Z`;
      if (pattern === ID && random() < 0.9) return text(source, schema, name);
      return pattern ? matching(pattern, random) : text(source, schema, name);
    }
    default:
      return text(source, {}, name);
  }
};

/** Replaces one part of a value, at any depth, by an unusual one. */
export const spoilt = (random: () => number, value: unknown, name = ''): unknown => {
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const key = name === '' || random() < 0.6 ? pick(random, inside) : undefined;
  if (key === undefined) return sampled(random, random() < 0.7 ? nearFor(name) : nearAnything);
  const part = spoilt(random, (value as Record<string, unknown>)[key], Array.isArray(value) ? name : key);
  if (Array.isArray(value)) return value.with(Number(key), part);
  if (random() < 0.1) return Object.fromEntries(Object.entries(value as object).filter(([other]) => other !== key));
  return { ...(value as object), [key]: part };
};

/** Returns a valid body in which one to three fields of the schema are replaced, most of them by spoilt values. */
export const nearBody = (source: Source, schema: z.ZodType, valid: object): Record<string, unknown> => {
  const { random } = source;
  const drawn = drawValid(source, takenBy(schema)) as Record<string, unknown>;
  const chosen = Array.from({ length: whole(random, 1, 3) }, () => pick(random, Object.keys(drawn)) ?? '');
  const put = (name: string): unknown => (random() < 0.8 ? spoilt(random, drawn[name], name) : drawn[name]);
  return { ...valid, ...Object.fromEntries(chosen.map((name) => [name, put(name)])) };
};
