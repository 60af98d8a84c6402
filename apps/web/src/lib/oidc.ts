import { readPerson } from '@endcap/contract/session';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { config } from '../config.ts';
import { checkCallback, checkDiscovery, checkIdToken, expiryOf } from './provider-answers.ts';
import { paths, safeReturnTo } from './paths.ts';
import type { Session } from './kept-session.ts';
import type { Language } from './language.tsx';

// Loaded only when somebody signs in or out. Code flow with PKCE, state and nonce; no refresh token is asked for or kept.
const manager = new UserManager({
  authority: config.oidc.issuer,
  client_id: config.oidc.clientId,
  redirect_uri: `${location.origin}${paths.loginCallback}`,
  post_logout_redirect_uri: `${location.origin}${paths.login}`,
  response_type: 'code',
  scope: config.oidc.scope,
  loadUserInfo: true,
  automaticSilentRenew: false,
  monitorSession: false,
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
  userStore: new WebStorageStateStore({ store: sessionStorage }),
  extraQueryParams: config.oidc.audience ? { audience: config.oidc.audience } : {},
});

/** What the provider says of itself, once it is sure that it is the configured one. */
const discovered = async () => {
  const metadata = await manager.metadataService.getMetadata();
  checkDiscovery(metadata, config.oidc);
  return metadata;
};

/** Leads to the provider, which is asked to go on in the page's language (`ui_locales`). */
export const signIn = async (returnTo: string, language: Language): Promise<void> => {
  await discovered();
  await manager.signinRedirect({ nonce: crypto.randomUUID(), state: { returnTo }, ui_locales: language });
};

/** Finishes a sign-in; throws when the answer was not asked for by this browser, was used before, is a refusal or of somebody else (A10..A13). */
export const finishSignIn = async (): Promise<{ session: Session; returnTo: string }> => {
  // Before the code leaves.
  checkCallback(location.href, await discovered(), config.oidc);
  const user = await manager.signinRedirectCallback();
  await manager.removeUser();
  checkIdToken(user.id_token, { ...config.oidc, nowSeconds: Date.now() / 1000 });
  const { state } = user;
  const returnTo = safeReturnTo(typeof state === 'object' && state !== null && 'returnTo' in state && state.returnTo);
  return {
    session: {
      accessToken: user.access_token,
      idToken: user.id_token ?? null,
      expiresAt: expiryOf(user),
      person: readPerson(config.productKey, user.profile),
    },
    returnTo,
  };
};

/** Ends the session at the identity provider as well, so that the next person at this computer has to sign in. */
export const signOutAtProvider = async (idToken: string | null): Promise<void> => {
  await manager.signoutRedirect(idToken ? { id_token_hint: idToken } : {});
};
