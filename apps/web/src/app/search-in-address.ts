/**
 * Parses search parameters as plain text. The router's default parses each value as JSON, which changes searches that look like numbers or
 * literals: `1e3` became 1000. Readers convert the text where a screen needs numbers or booleans.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};
