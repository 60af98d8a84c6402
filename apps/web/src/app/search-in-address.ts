/**
 * Search parameters of an address: text for text. The router's own way reads each value as JSON, so that searches which look like numbers,
 * dates or words of the language changed: `1e3` searched 1000. Readers make numbers and marks of them where a screen wants some.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};
