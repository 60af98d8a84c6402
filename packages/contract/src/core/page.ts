import { z } from 'zod';
import { code } from './field-codes.ts';
import { withoutStrayInvisible } from './invisible.ts';
import { SEARCH_MAX_LENGTH } from './screen-limits.ts';
import { cleanLine } from './text.ts';

/** Default number of rows per page. */
const PAGE_SIZE = 20;
/** Larger page sizes are lowered to this, never refused. */
const PAGE_SIZE_MAX = 10_000;

/** Highest page number: beyond the end of every list, with an offset that fits the database's integers. */
const PAGE_MAX = 999_999_999;

const digits = z
  .string()
  .regex(/^-?\d+$/, code('notInteger'))
  .transform(Number);

/** 1-based; 0, absent and negative mean the first page. */
export const PageNumber = z
  .union([z.number().int(), digits])
  .default(1)
  .transform((page) => Math.min(PAGE_MAX, Math.max(1, page)));
const anySize = z.union([z.number(), digits]);
/** Number of rows per page. */
export const pageSize = (defaultSize: number) =>
  anySize.default(defaultSize).transform((size) => Math.min(PAGE_SIZE_MAX, size < 1 ? defaultSize : size));
export const PageSize = pageSize(PAGE_SIZE);

/** A search term, taken literally; NUL cannot be stored and is refused. */
export const SearchText = z
  .string()
  .max(SEARCH_MAX_LENGTH, code('tooLong'))
  .refine((text) => !text.includes('\0') && text.isWellFormed(), code('invalid'))
  .transform((text) => withoutStrayInvisible(text).trim())
  .default('');

/** A search term that is cut at the maximum length instead of refused. */
export const CutSearchText = z
  .string()
  .transform((text) => cleanLine(text.slice(0, SEARCH_MAX_LENGTH)))
  .default('');

/** Schema of all list responses. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    pageCount: z.number().int(),
  });

export type Page<T> = { items: T[]; total: number; page: number; pageSize: number; pageCount: number };

/** Puts rows and their total into the list shape; an empty list has one (empty) page. */
export const toPage = <T>(items: T[], total: number, query: { page: number; pageSize: number }): Page<T> => ({
  items,
  total,
  page: query.page,
  pageSize: query.pageSize,
  pageCount: Math.max(1, Math.ceil(total / query.pageSize)),
});
