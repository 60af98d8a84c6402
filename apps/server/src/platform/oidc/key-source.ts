import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose';
import { CLOCK_TOLERANCE_S } from './access-token.ts';
import { unavailable } from './discover-provider.ts';

/** Keys are read again after this time, so that withdrawn ones are no longer accepted. */
const MAX_AGE_MS = 600_000;
/** Unknown key ids have the keys read again at most this often, however many tokens name them. */
const READ_AGAIN_MS = 1_000;
/** Requests that may wait for the next read; others get 503. */
const WAITING_AT_MOST = 1_000;

/** Keys as published when the read started: `startedAt` by the monotonic clock, `asOf` by the clock that tokens are checked against. */
type KeySet = { find: JWTVerifyGetKey; published: readonly JWK[]; startedAt: number; asOf: number };
export type KeySource = {
  /** Returns the key of a token. Waits for a new read of the keys if the token may be signed with a later one. */
  find: JWTVerifyGetKey;
  /** Returns keys that are ten minutes old at most. */
  current: () => Promise<KeySet>;
};
type Options = { now: () => Date; readAgainMs?: number; waitingAtMost?: number };

const keySetOf = (document: unknown, startedAt: number, asOf: number): KeySet => {
  const find = createLocalJWKSet(document as JSONWebKeySet);
  return { find, published: find.jwks().keys, startedAt, asOf };
};

/** Returns the claimed time of issue of an unverified token, in seconds since 1970. */
const issuedAt = ({ payload }: FlattenedJWSInput): number => {
  try {
    const { iat }: { iat?: unknown } = JSON.parse(Buffer.from(String(payload), 'base64url').toString());
    return typeof iat === 'number' ? iat : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};

/** Returns whether a token's key may have been published after the last read. A token without a key id may use any key without one. */
const mayBeLater = ({ published, asOf }: KeySet, kid: string | undefined, token: FlattenedJWSInput): boolean => {
  const isPublished = published.some((key) => key.kid === kid);
  return isPublished === (kid === undefined) && (issuedAt(token) + CLOCK_TOLERANCE_S) * 1_000 >= asOf;
};

/** Shares reads between callers. `again` resolves with keys that were requested after the call. */
const createReader = (read: () => Promise<unknown>, { now, readAgainMs = READ_AGAIN_MS, waitingAtMost = WAITING_AT_MOST }: Options) => {
  let keys: KeySet | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<KeySet> | undefined;
  let queued: Promise<KeySet> | undefined;
  let waiting = 0;

  const start = (): Promise<KeySet> => {
    const [started, asOf] = [performance.now(), now().getTime()];
    startedAt = started;
    underWay = read()
      .then((document) => (keys = keySetOf(document, started, asOf)))
      .finally(() => (underWay = undefined));
    return underWay;
  };
  const waitUntilDue = async (): Promise<void> => {
    const leftMs = (): number => startedAt + readAgainMs - performance.now();
    while (underWay || leftMs() > 0) await (underWay ? underWay.catch(() => {}) : sleep(leftMs()));
  };
  const startWhenDue = async (): Promise<KeySet> => {
    await waitUntilDue();
    queued = undefined;
    return start();
  };

  return {
    current: async (): Promise<KeySet> => {
      if (keys && performance.now() - keys.startedAt < MAX_AGE_MS) return keys;
      return underWay ?? start();
    },
    again: async (): Promise<KeySet> => {
      if (waiting >= waitingAtMost) throw unavailable();
      waiting += 1;
      try {
        // `startWhenDue` resets it after at least one microtask.
        queued ??= Promise.resolve().then(startWhenDue);
        return await queued;
      } finally {
        waiting -= 1;
      }
    },
  };
};

/**
 * The keys of one address. A token with an unknown key id is refused only if the keys were read after the token arrived, or long enough
 * after it was issued. So new keys count at once, and a provider that does not answer causes a 503 (E-79).
 */
export const createKeySource = (read: () => Promise<unknown>, options: Options): KeySource => {
  const { current, again } = createReader(read, options);
  return {
    current,
    find: async (header, token) => {
      const cameAt = performance.now();
      const keys = await current();
      try {
        return await keys.find(header, token);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey && keys.startedAt < cameAt;
        if (!isUnknown || !mayBeLater(keys, header.kid, token)) throw error;
      }
      return (await again()).find(header, token);
    },
  };
};
