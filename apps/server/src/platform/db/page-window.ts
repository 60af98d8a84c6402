export type PageQuery = { page: number; pageSize: number };
/** Rows to skip and to read from the nearer end of a list. */
export type PageWindow = { fromEnd: boolean; offset: number; limit: number };

/** Returns the rows of a page, or null if there is no such page. Pages of the second half are read from the end (D-26). */
export const pageWindow = ({ page, pageSize }: PageQuery, total: number): PageWindow | null => {
  const before = (page - 1) * pageSize;
  const limit = Math.min(pageSize, total - before);
  if (limit <= 0) return null;
  const after = total - before - limit;
  return after < before ? { fromEnd: true, offset: after, limit } : { fromEnd: false, offset: before, limit };
};
