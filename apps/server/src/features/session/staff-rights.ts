import { Problem } from '@endcap/contract/core';
import { type Person, readPerson } from '@endcap/contract/session';
import type { IdentityProvider } from '../../platform/oidc/identity-provider.ts';

/** Maximum age of cached rights. */
const RIGHTS_MAX_AGE_MS = 60_000;
/** While the provider is down, rights read within this time still serve reads (F34). */
const RIGHTS_STALE_MS = 15 * 60_000;
/** Time after a failure for which cached rights are used without another request. */
const RETRY_AFTER_MS = 5_000;
const REMEMBERED_TOKENS = 10_000;

type Deps = { identityProvider: IdentityProvider; productKey: string; now: () => Date };
/** `at`: when they were requested; `failedAt`: when renewing them last failed. */
type Rights = { at: number; person: Person; failedAt?: number };

const isOutage = (error: unknown): boolean => error instanceof Problem && error.code === 'unavailable';

const bound = (map: Map<string, unknown>): void => {
  if (map.size > REMEMBERED_TOKENS) map.delete(map.keys().next().value ?? '');
};

/** Reads and caches rights by the `key` of a token. Both functions throw `unauthenticated`, or `unavailable` during an outage. */
export const createStaffRights = ({ identityProvider, productKey, now }: Deps) => {
  const remembered = new Map<string, Rights>();
  const underWay = new Map<string, Promise<Person>>();
  /** When rights were last refused. Responses to earlier requests are not cached, however late they arrive. */
  const refused = new Map<string, number>();

  // After the clock was set back, a time in the future may be of any age.
  const isLater = (at: number): boolean => at > now().getTime();
  const age = (at: number): number => (isLater(at) ? Number.POSITIVE_INFINITY : now().getTime() - at);
  const read = async (token: string, key: string): Promise<Person> => {
    const at = now().getTime();
    const person = await identityProvider
      .userInfo(token)
      .then((info) => readPerson(productKey, info))
      .catch((error: unknown) => {
        if (!isOutage(error)) {
          remembered.delete(key);
          refused.set(key, now().getTime());
          bound(refused);
        }
        throw error;
      });
    const last = Math.max(remembered.get(key)?.at ?? 0, refused.get(key) ?? 0);
    if (last <= at || isLater(last)) remembered.set(key, { at, person });
    bound(remembered);
    return person;
  };
  /** Returns renewed rights, or during an outage cached ones that still serve. */
  const renewed = async (token: string, key: string): Promise<Person> => {
    try {
      return await read(token, key);
    } catch (error) {
      const cached = remembered.get(key);
      if (!isOutage(error) || !cached || age(cached.at) >= RIGHTS_STALE_MS) throw error;
      cached.failedAt = now().getTime();
      return cached.person;
    } finally {
      underWay.delete(key);
    }
  };
  const remember = (token: string, key: string): Promise<Person> | Person => {
    const cached = remembered.get(key);
    const wasAway = cached?.failedAt !== undefined && age(cached.failedAt) < RETRY_AFTER_MS && age(cached.at) < RIGHTS_STALE_MS;
    if (cached && (wasAway || age(cached.at) < RIGHTS_MAX_AGE_MS)) return cached.person;
    const person = underWay.get(key) ?? renewed(token, key);
    underWay.set(key, person);
    return person;
  };

  return {
    /** Reads the current rights from the provider. */
    read,
    /** Returns rights at most a minute old, or older ones during an outage. Concurrent callers share one request. */
    remember,
  };
};
