import { readPerson } from '@endcap/contract/session';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { config } from '../config.ts';
import { paths, safeReturnTo } from './paths.ts';
import { type Session, session } from './session.ts';

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

export const signIn = (returnTo: string): Promise<void> => manager.signinRedirect({ nonce: crypto.randomUUID(), state: { returnTo } });

/** Finishes a sign-in; throws when the answer was not asked for by this browser, was used before, or is a refusal. */
export const finishSignIn = async (): Promise<{ session: Session; returnTo: string }> => {
  const user = await manager.signinRedirectCallback();
  await manager.removeUser();
  const returnTo = safeReturnTo((user.state as { returnTo?: unknown } | undefined)?.returnTo);
  const expiresAt = (user.expires_at ?? 0) * 1000;
  return {
    session: {
      accessToken: user.access_token,
      idToken: user.id_token ?? null,
      expiresAt,
      person: readPerson(config.productKey, user.profile),
    },
    returnTo,
  };
};

/** Ends the session at the identity provider as well, so that the next person at this computer has to sign in. */
export const signOutAtProvider = async (idToken: string | null): Promise<void> => {
  session.leave();
  await manager.signoutRedirect(idToken ? { id_token_hint: idToken } : {});
};
