import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose';
import { CLOCK_TOLERANCE_S } from './access-token.ts';
import { unavailable } from './discover-provider.ts';

/** Keys are read again after this time, so that withdrawn ones stop counting. */
const MAX_AGE_MS = 600_000;
/** Unknown key ids have the keys read again at most this often, however many tokens name them. */
const READ_AGAIN_MS = 1_000;
/** Requests that may wait for the next read; others get 503. */
const WAITING_AT_MOST = 1_000;

/** Keys as published when the read started: `startedAt` by the monotonic clock, `asOf` by the clock that tokens are checked against. */
type KeySet = { find: JWTVerifyGetKey; published: readonly JWK[]; startedAt: number; asOf: number };
export type KeySource = {
  /** The key of a token. Waits for a read of the keys where the token may be signed with a later one. */
  find: JWTVerifyGetKey;
  /** The keys of ten minutes ago at most. */
  current: () => Promise<KeySet>;
};
type Options = { now: () => Date; readAgainMs?: number; waitingAtMost?: number };

const keySetOf = (found: unknown, startedAt: number, asOf: number): KeySet => {
  const find = createLocalJWKSet(found as JSONWebKeySet);
  return { find, published: find.jwks().keys, startedAt, asOf };
};

/** When an unverified token claims to be issued, in seconds since 1970. */
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
      .then((found) => (keys = keySetOf(found, started, asOf)))
      .finally(() => (underWay = undefined));
    return underWay;
  };
  const turn = async (): Promise<void> => {
    const leftMs = (): number => startedAt + readAgainMs - performance.now();
    while (underWay || leftMs() > 0) await (underWay ? underWay.catch(() => {}) : sleep(leftMs()));
  };
  const startInTurn = async (): Promise<KeySet> => {
    await turn();
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
        // `startInTurn` resets it after at least one turn of the event loop.
        queued ??= Promise.resolve().then(startInTurn);
        return await queued;
      } finally {
        waiting -= 1;
      }
    },
  };
};

/**
 * The keys of one address. An unknown key id is no reason to refuse a token until the keys were read after the token came, or long enough after it was
 * issued: new keys count at once, and a provider that does not answer means 503 (E-79).
 */
export const createKeySource = (read: () => Promise<unknown>, options: Options): KeySource => {
  const { current, again } = createReader(read, options);
  return {
    current,
    find: async (header, token) => {
      const cameAt = performance.now();
      const known = await current();
      try {
        return await known.find(header, token);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey && known.startedAt < cameAt;
        if (!isUnknown || !mayBeLater(known, header.kid, token)) throw error;
      }
      return (await again()).find(header, token);
    },
  };
};
