import type { ReplyOf } from '@endcap/contract/api';
import { readProblem } from '@endcap/contract/core';
import { addressOf } from './address-of.ts';

const ANSWER_WITHIN_MS = 30_000;
/** Proxies that reject long headers with a 400 accept tokens of this length. */
const SHORT_TOKEN = 3_000;

/** The token is too large for a request header (8 or 16 KB). Some providers list every group of a person in it. */
export class TokenTooLarge extends Error {
  constructor(token: string, status: number) {
    super(`The access token has ${token.length} characters, which the server refuses with status ${status}`);
  }
}

/** The API rejects headers that are too long with a 431. A proxy may return a 400, without a problem code of the API. */
const isTooLarge = (token: string, status: number, isOurs: boolean): boolean =>
  status === 431 || (status === 400 && !isOurs && token.length > SHORT_TOKEN);

/** Returns the rights of a new token's owner. Called before the session begins, so that none begins with a refused token (E-30). */
export const rightsOf = async (accessToken: string): Promise<ReplyOf<'GET /session/get-rights'>> => {
  const response = await fetch(addressOf('GET /session/get-rights', {}), {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (response.ok) return response.json();
  const problem = readProblem(await response.json().catch(() => null));
  if (isTooLarge(accessToken, response.status, problem !== null)) throw new TokenTooLarge(accessToken, response.status);
  throw new Error(`The API answered the new token with status ${response.status}${problem ? ` (${problem.message})` : ''}`);
};
