/** The sort field of a list; a leading minus means descending. */
export type SortBy<Field extends string> = Field | `-${Field}`;

/** Returns the `aria-sort` value of a column header. */
export const ariaSort = <Field extends string>(sort: SortBy<Field>, field: Field): 'ascending' | 'descending' | 'none' =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';

/** Clicking a header sorts by it, clicking again reverses the order. */
export const nextSort = <Field extends string>(sort: SortBy<Field>, field: Field): SortBy<Field> => (sort === field ? `-${field}` : field);
