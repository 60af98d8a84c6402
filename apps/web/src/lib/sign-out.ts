import { call } from './api.ts';
import { NoSignOut } from './no-sign-out.ts';
import { paths } from './paths.ts';
import { session } from './session.ts';
import { unsaved } from './unsaved.ts';

/** AUTH-17: the token is refused everywhere, nothing of the person stays in this browser, the provider's session ends, or it is said that it goes on. */
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
