/** How a header announces its order; a leading minus is descending. */
export const ariaSort = (sort: string, field: string): 'ascending' | 'descending' | 'none' =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';

/** Clicking a header sorts by it, clicking again turns the order round. */
export const nextSort = (sort: string, field: string): string => (sort === field ? `-${field}` : field);
