import { Problem } from '@endcap/contract/core';
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { unavailable } from './discover-provider.ts';

const fetchKeys: FetchImplementation = (url, options) =>
  fetch(url, options).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'TimeoutError' ? error : unavailable();
  });
/** Whether the provider's keys could not be had; anything else that goes wrong is the token's own fault (D-15). */
export const isAboutKeys = (error: unknown): boolean =>
  error instanceof Problem ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  // What the library throws for an answer that is not 200 or not JSON.
  (error instanceof errors.JOSEError && error.code === errors.JOSEError.code);

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The keys that a provider signs with, fetched from where it says that they are. */
export const createProviderKeys = (algorithms: string[], timeoutMs: number) => {
  let keys: { at: string; of: Keys } | undefined;

  const keysAt = (at: string): Keys => {
    if (keys?.at !== at)
      keys = {
        at,
        of: createRemoteJWKSet(new URL(at), { cooldownDuration: 10_000, timeoutDuration: timeoutMs, [customFetch]: fetchKeys }),
      };
    return keys.of;
  };
  /** Reads each key and checks a signature with it, which nobody made: the first one of a process takes ten times as long as the next. */
  const useKeys = async (at: string): Promise<void> => {
    const [usual] = algorithms;
    const part = (of: object): string => Buffer.from(JSON.stringify(of)).toString('base64url');
    for (const { kid, alg = usual } of keysAt(at).jwks()?.keys ?? []) {
      await jwtVerify(`${part({ alg, kid })}.${part({})}.${part({})}`, keysAt(at), { algorithms }).catch(() => {});
    }
  };

  return { at: keysAt, use: useKeys };
};
