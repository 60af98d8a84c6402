import { z } from 'zod';
import { pluginUsage } from '../plugins/words.ts';
import { Id, Instant } from './ids.ts';
import { keysOf } from './tables.ts';

/** who made an entity and who changed it last, by name where it is known; null before anybody did. */
export const entityMarks = {
  createdAt: Instant,
  createdBy: z.string().nullable(),
  updatedAt: Instant,
  updatedBy: z.string().nullable(),
};

/** A field that people edit: the rule for what is sent, what is answered, and what a new entity has when nothing is sent. */
export type Field = { rule: z.ZodType; answer: z.ZodType; initial?: unknown; kind?: 'flag' };
type Fields = Record<string, Field>;
type Part<F extends Fields, P extends 'rule' | 'answer'> = { [K in keyof F]: F[K][P] };
type Draft<F extends Fields> = { [K in keyof F]: F[K] extends { initial: unknown } ? z.ZodDefault<F[K]['rule']> : F[K]['rule'] };

/** in a PATCH null clears a flag and a list to what a new entity has. */
const clearable = ({ rule, initial }: Field): z.ZodType =>
  typeof initial === 'boolean' || Array.isArray(initial) ? rule.nullable().transform((value) => value ?? initial) : rule;

const part = <F extends Fields, P extends 'rule' | 'answer'>(fields: F, of: P): Part<F, P> =>
  // The entries are those of `fields`, one for one.
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[of]])) as Part<F, P>;

/** The rules by field. They have no defaults: in a PATCH a default would overwrite. */
export const rulesOf = <F extends Fields>(fields: F): Part<F, 'rule'> => part(fields, 'rule');
export const answersOf = <F extends Fields>(fields: F): Part<F, 'answer'> => part(fields, 'answer');

/** Values of fields that the history does not name: null, or the initial value where null is not valid. */
export const unnamedOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, { answer, initial }]) => [name, answer.safeParse(null).success ? null : initial]));

/** The whole entity as POST takes it and as the form stores it. */
export const draftOf = <F extends Fields>(fields: F): z.ZodObject<Draft<F>> => {
  const shape = Object.entries(fields).map(([name, { rule, ...rest }]) => [name, 'initial' in rest ? rule.default(rest.initial) : rule]);
  // As above: the same names, each with its rule.
  return z.object(Object.fromEntries(shape) as Draft<F>);
};

/** any of the fields, each by its own rule. */
export const patchOf = <F extends Fields>(fields: F) =>
  // As above.
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, clearable(field)])) as Part<F, 'rule'>).partial();

/** Kinds of entities that can use another one; the confirmation of a delete names them (ux 19). */
const usageKinds = [
  'storeGroup',
  'content',
  'notification',
  'savedAudience',
  'popup',
  'knowledge',
  'settings',
  'mainDevice',
  'subscribedDevice',
  'staff',
  ...keysOf(pluginUsage.pl),
] as const;
export const Usage = z.object({
  kind: z.enum(usageKinds),
  count: z.number().int(),
  /** The first of them; a null id has no page of its own, and a day is named by its date. */
  items: z.array(z.object({ id: Id.nullable(), name: z.string() })),
});
export type Usage = z.infer<typeof Usage>;
/** At most so many users of an entity are named; the rest is counted. */
export const USAGE_NAMES = 5;
