import { z } from 'zod';
import { cleanLine, Id, Instant, Problem, route, withoutInvisible } from '../core/index.ts';
import { isWebAddress } from '../deep-links/index.ts';

/** names of the identity provider's app_metadata fields for a product key. */
export const adminFlag = (productKey: string): string => `${productKey}Admin`;
export const storeClaim = (productKey: string): string => `${productKey}StoreId`;

const NAME_MAX_LENGTH = 200;
const STORE_CLAIM_MAX_LENGTH = 100;
// The database stores no control characters and no lone surrogates.
const storable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

const UserInfo = z.looseObject({
  // OpenID allows 255 characters.
  sub: z.string().trim().min(1).max(255).refine(storable),
  name: z
    .string()
    .transform((name) => cleanLine(name.replace(/\p{Cc}/gu, ' ')).slice(0, NAME_MAX_LENGTH) || undefined)
    .optional()
    .catch(undefined),
  picture: z.string().optional().catch(undefined),
  app_metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const isStoreClaim = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= STORE_CLAIM_MAX_LENGTH && storable(value));

type Profile = { id: string; name: string; picture: string | null };
export type Person = Profile & { isAdmin: boolean; storeClaim: string | null };

const parse = (claims: unknown): z.infer<typeof UserInfo> => {
  const read = UserInfo.safeParse(claims);
  if (!read.success) throw new Problem('unauthenticated', 'The identity provider does not say who this is');
  return read.data;
};
const profileOf = ({ sub, name, picture }: z.infer<typeof UserInfo>): Profile => ({
  id: sub,
  name: name ?? sub,
  picture: picture && (isWebAddress(picture) || picture.startsWith('data:image/')) ? picture : null,
});

/** Reads a person's profile from the claims of an ID token or user info. */
export const readProfile = (claims: unknown): Profile => profileOf(parse(claims));

/** Reads a person and their rights from user info; only the API does (E-30). Only boolean true makes an administrator (AUTH-08..10). */
export const readPerson = (productKey: string, userInfo: unknown): Person => {
  const claims = parse(userInfo);
  const { app_metadata: facts = {} } = claims;
  const store = facts[storeClaim(productKey)];
  return {
    ...profileOf(claims),
    isAdmin: facts[adminFlag(productKey)] === true,
    storeClaim: isStoreClaim(store) ? withoutInvisible(String(store)) : null,
  };
};

/** ENT-25. @public OpenAPI calls it by this name. */
export const LastLogin = z.object({ lastLoginDate: Instant.nullable() });

/** Owner of the back-office, as the page shows it before sign-in. `logo` is a URL. */
export const Brand = z.object({ name: z.string(), logo: z.string().nullable() });
export type Brand = z.infer<typeof Brand>;

/** Configuration that the page needs before sign-in. It contains no secrets. */
export const WebConfig = z.object({
  /** Version of the server, as it is displayed. */
  version: z.string(),
  appScheme: z.string(),
  sandboxPhoneUrl: z.string().nullable(),
  /** Null: no map is shown. `tileUrl` has `{z}`, `{x}` and `{y}`. */
  map: z.object({ tileUrl: z.string(), attribution: z.string() }).nullable(),
  brand: Brand,
  /** SHEET-03: whether the sidebar of store staff leads to their own store's day sheet. */
  daySheetForStaff: z.boolean(),
  /** `userInfo`: whether the page reads name and picture from user info; false with a facts claim. */
  oidc: z.object({ issuer: z.string(), clientId: z.string(), audience: z.string(), scope: z.string(), userInfo: z.boolean() }),
});
export type WebConfig = z.infer<typeof WebConfig>;

export const sessionRoutes = {
  lastLogin: route({
    method: 'GET',
    path: '/session/get-last-login',
    //
    summary: "Last sign-in of the selected store's staff",
    access: 'staff',
    reply: LastLogin,
  }),
  registerLogin: route({
    method: 'POST',
    path: '/session/register-login',
    //
    summary: 'Record a sign-in',
    access: 'staff',
    rights: 'remembered',
    reply: null,
    status: 204,
  }),
  rights: route({
    method: 'GET',
    path: '/session/get-rights',
    // Z20
    summary: 'What the caller may do now, asked of the identity provider again',
    access: 'staff',
    // `id`: the caller, as every other reply names them; ID tokens of providers with pairwise subjects have another one (E-30).
    reply: z.object({ id: z.string(), isAdmin: z.boolean(), storeId: Id.nullable() }),
    rights: 'fresh',
  }),
  logout: route({
    method: 'POST',
    path: '/session/logout',
    summary: 'Refuse this token from now on, on every node',
    access: 'staff',
    rights: 'remembered',
    reply: null,
    status: 204,
  }),
};
