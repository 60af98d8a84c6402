import { exampleOf, type JsonSchema } from '@endcap/contract/api';
import { z } from 'zod';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const examples = new WeakMap<z.ZodType, unknown>();
const example = (schema: z.ZodType): unknown => {
  if (!examples.has(schema)) {
    const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    examples.set(schema, exampleOf(described, described.$defs ?? {}));
  }
  return examples.get(schema);
};

/** A value of a schema of the contract, with these facts; whatever they leave out is as in the API's own examples. */
export const sample = <S extends z.ZodType>(schema: S, facts: unknown = {}): z.output<S> =>
  schema.parse(isObject(facts) ? { ...(example(schema) as object), ...facts } : facts);
