/** One parameter of a query that no schema has parsed; it may be anything, and what holds it has no prototype. */
export const queryValue = (query: unknown, name: string): unknown =>
  typeof query === 'object' && query !== null ? new Map(Object.entries(query)).get(name) : undefined;
