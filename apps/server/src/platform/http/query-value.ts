/** Returns one parameter of a query that no schema has parsed. The value may be anything, and the query has no prototype. */
export const queryValue = (query: unknown, name: string): unknown =>
  typeof query === 'object' && query !== null ? new Map(Object.entries(query)).get(name) : undefined;
