import type { IncomingMessage } from 'node:http';

/** The one well-formed bearer token of a request, else null: not in a query, not twice, not with stray blanks (A17). */
export const bearerToken = ({ rawHeaders }: IncomingMessage): string | null => {
  const headers = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
  const [header] = headers;
  if (header === undefined || headers.length > 1) return null;
  return /^bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1] ?? null;
};
