import { type PageQuery, pageWindow, type PageWindow } from '../db/page-window.ts';

/** A part of a list of many pages that is read at once: number `no` of windows of so many rows. */
type IdWindow = { no: number; rows: number };
/** Ids that are read at once. */
const ROWS = 2_000;
const ROWS_OF_SEARCH = 20_000;
/** Rounds windows that are read from the end, so that they stay the same while a few rows are added or removed. */
const STEP = 100;

/** Returns the window that contains a page. */
export const idWindowOf = ({ page, pageSize }: PageQuery, isSearch: boolean): IdWindow => {
  const pagesEach = Math.max(1, Math.floor((isSearch ? ROWS_OF_SEARCH : ROWS) / pageSize));
  return { no: Math.floor((page - 1) / pagesEach), rows: pagesEach * pageSize };
};

/** Returns the rows of a window in a list of `total` rows; null if it is empty. From the front it does not depend on `total`. */
export const windowOf = ({ no, rows }: IdWindow, total: number): PageWindow | null => {
  const part = pageWindow({ page: no + 1, pageSize: rows }, total);
  if (!part) return null;
  if (!part.fromEnd) return { ...part, limit: rows };
  return { fromEnd: true, offset: part.offset - (part.offset % STEP), limit: Math.ceil(part.limit / STEP) * STEP + STEP };
};

export const isSameWindow = (one: PageWindow | null, other: PageWindow): boolean =>
  one !== null && one.fromEnd === other.fromEnd && one.offset === other.offset && one.limit === other.limit;

/** Returns the ids of a page in list order, from the ids of a window in its own order. */
export const idsOfPage = (
  windowIds: readonly string[],
  { fromEnd, offset }: PageWindow,
  { page, pageSize }: PageQuery,
  total: number,
): string[] => {
  const before = (page - 1) * pageSize;
  const end = Math.min(before + pageSize, total);
  if (end <= before) return [];
  return fromEnd
    ? windowIds.slice(total - end - offset, total - before - offset).toReversed()
    : windowIds.slice(before - offset, end - offset);
};
