import { readProblem, type Reply } from '@endcap/contract/core';
import type { sessionRoutes } from '@endcap/contract/session';

type Route = typeof sessionRoutes.rights;
const PATH: Route['path'] = '/session/get-rights';
const ANSWER_WITHIN_MS = 30_000;

/** What the owner of a new token may do. Asked before the session begins, so that none begins with a token that the API refuses (E-30). */
export const rightsOf = async (accessToken: string): Promise<Reply<Route>> => {
  const response = await fetch(PATH, {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (response.ok) return response.json();
  const problem = readProblem(await response.json().catch(() => null));
  throw new Error(`The API answered the new token with status ${response.status}${problem ? ` (${problem.message})` : ''}`);
};
