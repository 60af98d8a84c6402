import { z } from 'zod';
import { Instant, route } from '../core/index.ts';
import { Store } from '../stores/index.ts';

/** names of the identity provider's app_metadata fields for a product key. */
export const adminFlag = (productKey: string): string => `${productKey}Admin`;
export const storeClaim = (productKey: string): string => `${productKey}StoreId`;

const UserInfo = z.looseObject({
  sub: z.string(),
  name: z.string().optional().catch(undefined),
  picture: z.string().optional().catch(undefined),
  app_metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export type Person = { id: string; name: string; picture: string | null; isAdmin: boolean; storeClaim: string | null };

/** Reads what the identity provider says of a person. Only boolean true makes an administrator (AUTH-08..10). */
export const readPerson = (productKey: string, userInfo: unknown): Person => {
  const { sub, name, picture, app_metadata: facts = {} } = UserInfo.parse(userInfo);
  const store = facts[storeClaim(productKey)];
  return {
    id: sub,
    name: name ?? sub,
    picture: picture && /^(https?:|data:image\/)/.test(picture) ? picture : null,
    isAdmin: facts[adminFlag(productKey)] === true,
    storeClaim: typeof store === 'string' || typeof store === 'number' ? String(store) : null,
  };
};

/** ENT-25 */
export const LastLogin = z.object({ lastLoginDate: Instant.nullable() });

/** What the page must know before it can sign anybody in; no secrets. */
export const WebConfig = z.object({
  productKey: z.string(),
  appScheme: z.string(),
  sandboxPhoneUrl: z.string().nullable(),
  /** Null: no map is shown. `tileUrl` has `{z}`, `{x}` and `{y}`. */
  map: z.object({ tileUrl: z.string(), attribution: z.string() }).nullable(),
  oidc: z.object({ issuer: z.string(), clientId: z.string(), audience: z.string(), scope: z.string() }),
});
export type WebConfig = z.infer<typeof WebConfig>;
/** Id of the element of index.html that holds the configuration as JSON. */
export const WEB_CONFIG_ELEMENT = 'endcap-config';

export const sessionRoutes = {
  lastLogin: route({
    method: 'GET',
    path: '/session/get-last-login',
    summary: "Last sign-in of the selected store's staff (A-10)",
    access: 'staff',
    reply: LastLogin,
  }),
  registerLogin: route({
    method: 'POST',
    path: '/session/register-login',
    summary: 'Record a sign-in (A-11)',
    access: 'staff',
    reply: null,
    status: 204,
  }),
  myStore: route({
    method: 'GET',
    path: '/session/get-my-store',
    summary: "The caller's own store; 404 without one",
    access: 'staff',
    reply: Store,
  }),
  logout: route({
    method: 'POST',
    path: '/session/logout',
    summary: 'Refuse this token from now on, on every node',
    access: 'staff',
    reply: null,
    status: 204,
  }),
};
