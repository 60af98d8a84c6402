import { call } from './api.ts';
import { NoSignOut } from './no-sign-out.ts';
import { paths } from './paths.ts';
import { session } from './session.ts';
import { unsaved } from './unsaved.ts';

/** Revokes the token, removes all values of the person from this browser, and ends the provider's session or reports that it continues (AUTH-17). */
export const signOut = async (): Promise<void> => {
  if (!(await unsaved.mayLeave())) return;
  const idToken = session.get()?.idToken ?? null;
  session.leave();
  await call('POST /session/logout', {}).catch(() => {});
  session.end();
  try {
    const { signOutAtProvider } = await import('./oidc.ts');
    await signOutAtProvider(idToken);
  } catch (error) {
    location.assign(`${paths.login}?problem=${error instanceof NoSignOut ? 'noSignOut' : 'stillSignedIn'}`);
  }
};
