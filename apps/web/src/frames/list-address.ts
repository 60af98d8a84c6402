type Paged = { page?: number | undefined };

/** Returns the search of the same list at another page. The first page has no parameter. */
export const atPage =
  (next: number) =>
  <Search extends Paged>({ page: _page, ...rest }: Search) => ({ ...rest, ...(next > 1 && { page: next }) });

/** Returns the search of the list with another filter or order, at its first page (NAV-32). */
export const changedBy =
  <Part extends object>(part: Part) =>
  <Search extends Paged>({ page: _page, ...rest }: Search) => ({ ...rest, ...part });
