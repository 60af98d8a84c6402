import { readProfile } from '@endcap/contract/session';
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { config } from '../config.ts';
import { NoSignOut } from './no-sign-out.ts';
import { checkCallback, checkDiscovery, checkIdToken, expiryOf, readUserInfo } from './provider-answers.ts';
import { paths, safeReturnTo } from './paths.ts';
import { rightsOf } from './rights-of.ts';
import type { Session } from './current-session.ts';
import type { Language } from './language.tsx';

// Loaded only for sign-in and sign-out. Code flow with PKCE, state and nonce; no refresh token is requested or stored.
const manager = new UserManager({
  authority: config.oidc.issuer,
  client_id: config.oidc.clientId,
  redirect_uri: `${location.origin}${paths.loginCallback}`,
  post_logout_redirect_uri: `${location.origin}${paths.login}`,
  response_type: 'code',
  scope: config.oidc.scope,
  loadUserInfo: false,
  automaticSilentRenew: false,
  monitorSession: false,
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
  userStore: new WebStorageStateStore({ store: sessionStorage }),
  extraQueryParams: config.oidc.audience ? { audience: config.oidc.audience } : {},
});

/** Returns the provider's metadata after checking that it is the configured provider's. */
const discovered = async () => {
  const metadata = await manager.metadataService.getMetadata();
  checkDiscovery(metadata, config.oidc);
  return metadata;
};

/** Redirects to the provider, with the page's language as `ui_locales`. */
export const signIn = async (returnTo: string, language: Language): Promise<void> => {
  await discovered();
  await manager.signinRedirect({ nonce: crypto.randomUUID(), state: { returnTo }, ui_locales: language });
};

const USER_INFO_WITHIN_MS = 10_000;

/** Returns the claims of user info, if configured. After a failure only name and picture are missing (E-30). */
const userInfoOf = async ({ access_token, profile }: User, address: string | undefined): Promise<object> => {
  if (!config.oidc.userInfo || !address) return {};
  try {
    const signal = AbortSignal.timeout(USER_INFO_WITHIN_MS);
    return await readUserInfo(await fetch(address, { headers: { authorization: `Bearer ${access_token}` }, signal }), profile.sub);
  } catch (error) {
    console.warn('user info failed', error);
    return {};
  }
};

/**
 * Finishes a sign-in. Throws if the response was not requested by this browser, was used before, is an error, or is of another provider or
 * for another client (A10..A13).
 */
export const finishSignIn = async (): Promise<{ session: Session; returnTo: string }> => {
  // Checked before the code is sent.
  const metadata = await discovered();
  checkCallback(location.href, metadata, config.oidc);
  const user = await manager.signinRedirectCallback();
  await manager.removeUser();
  checkIdToken(user.id_token, { ...config.oidc, nowSeconds: Date.now() / 1000 });
  const { state } = user;
  const returnTo = safeReturnTo(typeof state === 'object' && state !== null && 'returnTo' in state && state.returnTo);
  const [rights, userInfo] = await Promise.all([rightsOf(user.access_token), userInfoOf(user, metadata.userinfo_endpoint)]);
  // Pairwise subjects differ between page and API, so the API's id is used. The API of the previous version returns none.
  const { id = user.profile.sub, isAdmin, storeId } = rights;
  return {
    session: {
      accessToken: user.access_token,
      idToken: user.id_token ?? null,
      expiresAt: expiryOf(user),
      person: { ...readProfile({ ...user.profile, ...userInfo }), id, isAdmin, storeClaim: storeId },
    },
    returnTo,
  };
};

/**
 * Ends the session at the identity provider as well, so that the next person at this computer has to sign in. Throws `NoSignOut` if
 * the provider has no sign-out endpoint.
 */
export const signOutAtProvider = async (idToken: string | null): Promise<void> => {
  const { end_session_endpoint: address } = await manager.metadataService.getMetadata();
  if (!address) throw new NoSignOut();
  await manager.signoutRedirect(idToken ? { id_token_hint: idToken } : {});
};
