import { Problem } from '@endcap/contract/core';
import { errors, jwtVerify } from 'jose';
import { createKeySource, type KeySource } from './key-source.ts';

/** Returns whether the provider's keys could not be read. Any other error is the token's fault (D-15). */
export const isAboutKeys = (error: unknown): boolean => error instanceof Problem || error instanceof errors.JWKSInvalid;

/** The keys that a provider signs with, at the address that its discovery document names now. */
export const createProviderKeys = (algorithms: string[], now: () => Date, readJson: (url: string) => Promise<unknown>) => {
  let source: { url: string; keys: KeySource } | undefined;

  const at = (url: string): KeySource => {
    if (source?.url !== url) source = { url, keys: createKeySource(() => readJson(url), { now }) };
    return source.keys;
  };
  /** Verifies a made-up signature with each key: the first check of a process takes ten times as long as the next. */
  const prepare = async (url: string): Promise<void> => {
    const [defaultAlg] = algorithms;
    const part = (of: object): string => Buffer.from(JSON.stringify(of)).toString('base64url');
    const { published, find } = await at(url).current();
    for (const { kid, alg = defaultAlg } of published) {
      await jwtVerify(`${part({ alg, kid })}.${part({})}.${part({})}`, find, { algorithms }).catch(() => {});
    }
  };

  return { at, prepare };
};
