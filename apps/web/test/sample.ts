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

/** Returns a value of a contract schema with these facts. The other fields come from the API's own examples. */
export const sample = <S extends z.ZodType>(schema: S, facts: unknown = {}): z.output<S> =>
  schema.parse(isObject(facts) ? { ...(example(schema) as object), ...facts } : facts);

/** Like `sample`, but with empty lists and null for nullable fields. */
export const blank = <S extends z.ZodObject>(schema: S, facts: Partial<z.output<S>> = {}): z.output<S> => {
  const parts = Object.entries(schema.shape).flatMap(([name, part]) =>
    [[], null].filter((nothing) => part.safeParse(nothing).success).map((nothing) => [name, nothing]),
  );
  return sample(schema, { ...Object.fromEntries(parts), ...facts });
};
