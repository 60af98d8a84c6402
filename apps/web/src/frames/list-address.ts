type Paged = { page?: number | undefined };

/** The same list at another page; the first is not said in the address. */
export const atPage =
  (next: number) =>
  <Search extends Paged>({ page: _page, ...rest }: Search) => ({ ...rest, ...(next > 1 && { page: next }) });

/** The list narrowed or sorted otherwise, which starts at its first page (NAV-32). */
export const changedBy =
  <Part extends object>(part: Part) =>
  <Search extends Paged>({ page: _page, ...rest }: Search) => ({ ...rest, ...part });
