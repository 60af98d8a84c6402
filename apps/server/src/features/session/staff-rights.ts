import { Problem } from '@endcap/contract/core';
import { type Person, readPerson } from '@endcap/contract/session';
import type { IdentityProvider } from '../../platform/oidc/identity-provider.ts';

/** rights are taken from the identity provider at most this old. */
const RIGHTS_MAX_AGE_MS = 60_000;
/** While the provider is down, rights read within this time still serve reads (F34). */
const RIGHTS_STALE_MS = 15 * 60_000;
/** So long after it was down the provider is not asked again for rights that still serve. */
const ASKED_AGAIN_MS = 5_000;
const REMEMBERED_TOKENS = 10_000;

type Deps = { identityProvider: IdentityProvider; productKey: string; now: () => Date };
/** `at`: when they were asked for; `failedAt`: when newer ones were last not to be had. */
type Rights = { at: number; person: Person; failedAt?: number };

const isOutage = (error: unknown): boolean => error instanceof Problem && error.code === 'unavailable';

const bound = (map: Map<string, unknown>): void => {
  if (map.size > REMEMBERED_TOKENS) map.delete(map.keys().next().value ?? '');
};

/** The rights of tokens' owners, each known by its token's `key`. Both throw `unauthenticated`, or `unavailable` while the provider cannot be asked. */
export const createStaffRights = ({ identityProvider, productKey, now }: Deps) => {
  const remembered = new Map<string, Rights>();
  const underWay = new Map<string, Promise<Person>>();
  /** When rights were last refused: what was asked for before then is not remembered, however late it comes. */
  const refused = new Map<string, number>();

  // Clocks are set back too: what is from later than now may be of any age.
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
  /** Newer ones, or while they cannot be had those that still serve. */
  const renewed = async (token: string, key: string): Promise<Person> => {
    try {
      return await read(token, key);
    } catch (error) {
      const known = remembered.get(key);
      if (!isOutage(error) || !known || age(known.at) >= RIGHTS_STALE_MS) throw error;
      known.failedAt = now().getTime();
      return known.person;
    } finally {
      underWay.delete(key);
    }
  };
  const remember = (token: string, key: string): Promise<Person> | Person => {
    const known = remembered.get(key);
    const wasAway = known?.failedAt !== undefined && age(known.failedAt) < ASKED_AGAIN_MS && age(known.at) < RIGHTS_STALE_MS;
    if (known && (wasAway || age(known.at) < RIGHTS_MAX_AGE_MS)) return known.person;
    const person = underWay.get(key) ?? renewed(token, key);
    underWay.set(key, person);
    return person;
  };

  return {
    /** As they are now. */
    read,
    /** As of a minute ago at most, or what still serves: asked for once for all who need them meanwhile. */
    remember,
  };
};
