import { apiNames, type JsonSchema, type NamedSchema } from '@endcap/contract/api';
import { z } from 'zod';

const REFERENCE = '#/components/schemas/';

const registryOf = (schemas: readonly NamedSchema[]) => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of schemas) registry.add(schema, { id });
  return registry;
};

/** Adds limits that JSON Schema cannot derive: rules count the cleaned text, and parse dates and choices themselves. */
const addLimits = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  const { maxLength, format, enum: choices } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(choices)) Object.assign(jsonSchema, { type: 'string', enum: choices });
  if (typeof maxLength === 'number' && jsonSchema.type === 'string') jsonSchema.maxLength = maxLength;
  if (typeof format === 'string' && jsonSchema.type === 'string') jsonSchema.format = format;
};

/**
 * Generators that do not know `prefixItems` read `items` alone, and made lists of nothing of our pairs (E-2F). A pair has `minItems` and `maxItems` as well,
 * so nothing may follow its prefix, and `items` may say what its members are.
 */
const addMembers = (_name: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('prefixItems' in value) || !Array.isArray(value.prefixItems)) return value;
  const { prefixItems, ...rest } = value;
  const members = new Map(prefixItems.map((member: unknown) => [JSON.stringify(member), member]));
  const [first, ...others] = members.values();
  return others.length === 0 ? { ...rest, items: first } : { ...value, items: { anyOf: [first, ...others] } };
};

/** JSON Schemas of one document: parts that the contract has a name for are defined once, and referred to. */
export const createSchemas = () => {
  const definitions: Record<string, JsonSchema> = {};
  const write = (schema: z.ZodType, io: 'input' | 'output', registry: ReturnType<typeof registryOf>): JsonSchema => {
    // As a part of something it is referred to like any other part.
    const { properties, $defs } = z.toJSONSchema(z.object({ part: schema }), {
      io,
      unrepresentable: 'any',
      metadata: registry,
      override: addLimits,
    });
    const moved = (part: unknown): JsonSchema => JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"${REFERENCE}`), addMembers);
    for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {})) definitions[name] = moved(definition);
    return moved(properties?.['part']);
  };
  const answered = registryOf(apiNames.schemas);
  let sent: typeof answered | undefined;
  return {
    definitions,
    /** Schema of a response. All responses have to be written before the first request. */
    answer: (schema: z.ZodType) => write(schema, 'output', answered),
    // A request may omit fields that a response has, so both cannot share a name.
    request: (schema: z.ZodType) =>
      write(schema, 'input', (sent ??= registryOf(apiNames.schemas.filter(([name]) => !(name in definitions))))),
  };
};
export type Schemas = ReturnType<typeof createSchemas>;
