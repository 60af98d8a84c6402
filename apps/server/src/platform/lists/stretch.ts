import { pageWindow, type PageWindow } from '../db/page-window.ts';

type Asked = { page: number; pageSize: number };
/** A part of a list of many pages that is looked up at once: the `no`th of so many rows each. */
type Stretch = { no: number; rows: number };
/** Ids that are looked up at once. */
const ROWS = 2_000;
const ROWS_OF_SEARCH = 20_000;
/** At most so many rows come or go before a stretch that is found from the end begins elsewhere, or reaches further. */
const STEP = 100;

/** The stretch that a page stands in. */
export const stretchOf = ({ page, pageSize }: Asked, isSearch: boolean): Stretch => {
  const pagesEach = Math.max(1, Math.floor((isSearch ? ROWS_OF_SEARCH : ROWS) / pageSize));
  return { no: Math.floor((page - 1) / pagesEach), rows: pagesEach * pageSize };
};

/** From where to read a stretch of a list of `total` rows; null where there is none. From the front it is the same however many there are. */
export const windowOf = ({ no, rows }: Stretch, total: number): PageWindow | null => {
  const part = pageWindow({ page: no + 1, pageSize: rows }, total);
  if (!part) return null;
  if (!part.fromEnd) return { ...part, limit: rows };
  return { fromEnd: true, offset: part.offset - (part.offset % STEP), limit: Math.ceil(part.limit / STEP) * STEP + STEP };
};

export const isSameWindow = (one: PageWindow | null, other: PageWindow): boolean =>
  one !== null && one.fromEnd === other.fromEnd && one.offset === other.offset && one.limit === other.limit;

/** Of the ids that a window has shown, in its direction, those of a page, in the list's. */
export const idsOfPage = (
  found: readonly string[],
  { fromEnd, offset }: PageWindow,
  { page, pageSize }: Asked,
  total: number,
): string[] => {
  const before = (page - 1) * pageSize;
  const end = Math.min(before + pageSize, total);
  if (end <= before) return [];
  return fromEnd ? found.slice(total - end - offset, total - before - offset).toReversed() : found.slice(before - offset, end - offset);
};
