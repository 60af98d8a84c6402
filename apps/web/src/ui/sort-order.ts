/** What a list is sorted by: one of its fields; a leading minus is descending. */
export type SortBy<Field extends string> = Field | `-${Field}`;

/** How a header announces its order. */
export const ariaSort = <Field extends string>(sort: SortBy<Field>, field: Field): 'ascending' | 'descending' | 'none' =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';

/** Clicking a header sorts by it, clicking again turns the order round. */
export const nextSort = <Field extends string>(sort: SortBy<Field>, field: Field): SortBy<Field> => (sort === field ? `-${field}` : field);
