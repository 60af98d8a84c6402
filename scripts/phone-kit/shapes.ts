import type { JsonSchema } from '@endcap/contract/api';

/**
 * The part of an answer that an app reads: `text`, `number`, `truth` or `anything`, each also as `… or null`; a list of one shape; or
 * fields by name. A field `name?` may be missing; `{ "or null": shape }` is a nullable list or object. Enums are text: an app may receive
 * values it does not have.
 */
export type Shape = string | [Shape] | { [field: string]: Shape };

const OR_NULL = 'or null';
const leaves: Readonly<Record<string, string>> = { string: 'text', number: 'number', integer: 'number', boolean: 'truth' };

const orNull = (shape: Shape): Shape =>
  shape === 'anything' ? shape : typeof shape === 'string' ? `${shape} ${OR_NULL}` : { [OR_NULL]: shape };

/** Of a schema of the contract. */
export const shapeOf = (schema: JsonSchema): Shape => {
  const either = schema.anyOf ?? schema.oneOf ?? [{ ...schema, type: [schema.type ?? []].flat().filter((type) => type !== 'null') }];
  const isNull = schema.anyOf ? either.some(({ type }) => type === 'null') : [schema.type].flat().includes('null');
  const shapes = either.filter(({ type }) => type !== 'null').map(plainShapeOf);
  const [shape = 'anything'] = shapes;
  if (shapes.some((other) => JSON.stringify(other) !== JSON.stringify(shape)))
    throw new Error('An app cannot tell which of several shapes comes');
  return isNull ? orNull(shape) : shape;
};

const plainShapeOf = ({ type, items, properties, required = [] }: JsonSchema): Shape => {
  const [kind = 'any'] = [type ?? []].flat();
  if (kind === 'array') return [shapeOf(items ?? {})];
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [required.includes(name) ? name : `${name}?`, shapeOf(part)]),
    );
  return leaves[kind] ?? 'anything';
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const named = (name: string): { field: string; mayMiss: boolean } => ({ field: name.replace(/\?$/, ''), mayMiss: name.endsWith('?') });

const fitsLeaf = (leaf: string, value: unknown): boolean => {
  if (leaf === 'anything') return true;
  if (value === null) return leaf.endsWith(OR_NULL);
  const [kind] = leaf.split(' ');
  return kind === { string: 'text', number: 'number', boolean: 'truth' }[String(typeof value)];
};

/** Returns the paths at which an answer differs from the shape that an app reads. Ignores unknown fields. */
export const unreadable = (shape: Shape, value: unknown, at = 'answer'): string[] => {
  if (typeof shape === 'string') return fitsLeaf(shape, value) ? [] : [`${at}: ${shape} is read, ${JSON.stringify(value)} came`];
  if (Array.isArray(shape))
    return Array.isArray(value) ? value.flatMap((one, n) => unreadable(shape[0], one, `${at}[${n}]`)) : [`${at}: a list is read`];
  const inner = shape[OR_NULL];
  if (inner !== undefined) return value === null ? [] : unreadable(inner, value, at);
  if (!isFields(value)) return [`${at}: fields are read`];
  return Object.entries(shape).flatMap(([name, its]) => {
    const { field, mayMiss } = named(name);
    if (Object.hasOwn(value, field)) return unreadable(its, value[field], `${at}.${field}`);
    return mayMiss ? [] : [`${at}.${field} is gone`];
  });
};

/**
 * Returns the paths at which answers of one shape may be unreadable for an app that reads another. Unlike `unreadable`, it compares shapes,
 * not data.
 */
export const lost = (read: Shape, answered: Shape, at = 'answer'): string[] => {
  if (typeof read === 'string') {
    const fits = read === 'anything' || answered === read || `${String(answered)} ${OR_NULL}` === read;
    return fits ? [] : [`${at}: ${read} is read, ${JSON.stringify(answered)} may come`];
  }
  if (Array.isArray(read)) return Array.isArray(answered) ? lost(read[0], answered[0], `${at}[]`) : [`${at}: a list is read`];
  if (typeof answered === 'string' || Array.isArray(answered)) return [`${at}: fields are read`];
  const [inner, others] = [read[OR_NULL], answered[OR_NULL]];
  if (inner !== undefined) return lost(inner, others ?? answered, at);
  if (others !== undefined) return [`${at} may be null`];
  return Object.entries(read).flatMap(([name, its]) => {
    const { field, mayMiss } = named(name);
    const certain = answered[field];
    if (certain !== undefined) return lost(its, certain, `${at}.${field}`);
    const doubtful = answered[`${field}?`];
    if (doubtful === undefined) return [`${at}.${field} is gone`];
    return [...(mayMiss ? [] : [`${at}.${field} may be missing`]), ...lost(its, doubtful, `${at}.${field}`)];
  });
};
