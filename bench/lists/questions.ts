import { type JsonSchema } from '@endcap/contract/api';
import type { RouteSpec } from '@endcap/contract/core';
import { z } from 'zod';
import { everyRoute, isForPhones } from '../../apps/server/test/every-route.ts';

export type Question = {
  /** Of the list, e.g. `content-editor`. */
  list: string;
  path: string;
  /** Filters and order, as the query has them. */
  query: Readonly<Record<string, string>>;
  position: Position;
};
const positions = ['first', 'middle', 'last'] as const;
type Position = (typeof positions)[number];

const DAY = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Values of the search filters: rare text, common text, a single letter and empty; and the bounds of date filters. */
const texts: Readonly<Record<string, readonly string[]>> = {
  name: ['', 'kupon 999', 'kupon', 'lodz', 'a'],
  address: ['', 'dluga 99', 'lodz', 'a'],
  text: ['', 'kupon 999', 'kupon', 'a'],
  threadId: ['', 'abcd', 'a'],
  userId: ['', 'klient 99'],
  from: ['', dayOf(Date.now() - 30 * DAY)],
  to: ['', dayOf(Date.now() - 2 * DAY)],
};

/** Every value that a field of a query can be given by a person: those of its list, yes and no, or the texts above. */
const valuesOf = (name: string, field: z.ZodType): readonly string[] => {
  const { enum: listed } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const absent = field.safeParse(undefined).success ? [''] : [];
  if (listed) return [...absent, ...listed.map(String)];
  const takes = (value: string): boolean => field.safeParse(value).success;
  if (takes('true') && !takes('x')) return [...absent, 'true', 'false'];
  const samples = texts[name];
  if (!samples) throw new Error(`The bench does not know what to search "${name}" by`);
  return samples;
};

const product = (fields: readonly (readonly [string, readonly string[]])[]): Record<string, string>[] =>
  fields.reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => (value === '' ? one : { ...one, [name]: value }))),
    [{}],
  );

const isList = ({ method, query }: RouteSpec): boolean => method === 'GET' && query !== undefined && 'pageSize' in query.shape;

/** Every list of the contract with every combination of its filters and orders, at its first, middle and last page. */
export const everyQuestion = async (): Promise<Question[]> => {
  const lists = (await everyRoute()).filter((route) => isList(route) && !isForPhones(route));
  return lists.flatMap(({ path, query }) => {
    const fields = Object.entries(query?.shape ?? {}).filter(([name]) => name !== 'page' && name !== 'pageSize');
    const list =
      path
        .replace(/\/list$/, '')
        .split('/')
        .at(-1) ?? '';
    return product(fields.map(([name, field]) => [name, valuesOf(name, field as z.ZodType)])).flatMap((filters) =>
      positions.map((position) => ({ list, path, query: filters, position })),
    );
  });
};

export const nameOf = ({ list, query, position }: Question): string =>
  [list, ...Object.entries(query).map(([name, value]) => `${name}=${value}`), position].join(' ');

/** Number of pages around the middle that are requested in turn. */
const AROUND = 100;

/** The pages of a question, in turn. */
export const pathsOf = ({ path, query, position }: Question, pageCount: number): string[] => {
  const middle = Math.ceil(pageCount / 2);
  const pages = {
    first: [1],
    middle: Array.from(
      { length: Math.min(AROUND, pageCount) },
      (_, n) => Math.max(1, middle - Math.floor(Math.min(AROUND, pageCount) / 2)) + n,
    ),
    last: [pageCount],
  }[position];
  return pages.map((page) => `${path}?${new URLSearchParams({ ...query, page: String(page) })}`);
};
