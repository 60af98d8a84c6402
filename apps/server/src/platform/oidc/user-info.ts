import { Problem } from '@endcap/contract/core';
import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { readAnswer, readJsonAnswer } from '../read-answer.ts';
import { CLOCK_TOLERANCE_S } from './access-token.ts';
import { unavailable } from './discover-provider.ts';

const JWT_TYPE = /^application\/jwt\b/i;

type Trusted = { issuer: string; clientId: string; audience: string; algorithms: string[]; find: JWTVerifyGetKey; now: () => Date };

const unreadable = (cause?: unknown) => unavailable('User info of the identity provider cannot be read', cause);

/** Signed user info names its issuer and its client; where a provider leaves them out, the connection and the signature say enough. */
const isForUs = ({ iss, aud }: JWTPayload, { issuer, clientId, audience }: Trusted): boolean =>
  (iss === undefined || iss === issuer) && (aud === undefined || [aud].flat().some((name) => name === clientId || name === audience));

/** Reads an answer of the user info endpoint: JSON, or a signed JWT where the provider is set so (OpenID Connect Core 5.3.2). Encrypted ones cannot be read (E-35). */
export const readUserInfo = async (response: Response, trusted: Trusted): Promise<unknown> => {
  try {
    if (!JWT_TYPE.test(response.headers.get('content-type') ?? '')) return await readJsonAnswer(response);
    const { algorithms, find, now } = trusted;
    const options = { algorithms, clockTolerance: CLOCK_TOLERANCE_S, currentDate: now() };
    const { payload } = await jwtVerify((await readAnswer(response)).trim(), find, options);
    if (isForUs(payload, trusted)) return payload;
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error);
  }
  throw unreadable();
};
