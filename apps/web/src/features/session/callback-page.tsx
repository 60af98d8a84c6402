import { Center, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { TokenTooLarge } from '../../lib/rights-of.ts';
import { session } from '../../lib/session.ts';
import { tidyDrafts } from '../../lib/tidy-drafts.ts';
import { sessionMessages } from './session.messages.ts';
import { signInFailure } from './sign-in-failure.ts';

/** Redirect page of the identity provider: starts the session, records the login once, redirects (AUTH-04, AUTH-05, AUTH-24). */
export const CallbackPage = () => {
  const words = useMessages(sessionMessages);
  const navigate = useNavigate();
  const begun = useRef(false);
  useEffect(() => {
    // A code works once; React's development mode runs effects twice.
    if (begun.current) return;
    begun.current = true;
    /** Reloads the page if another user has signed in meanwhile, so that it shows their session (AUTH-25, A24). */
    const redirect = async (href: string): Promise<void> =>
      session.isOthers() ? location.replace(href) : navigate({ href, replace: true });
    const finish = async (): Promise<void> => {
      try {
        const { finishSignIn } = await import('../../lib/oidc.ts');
        const finished = await finishSignIn();
        tidyDrafts();
        session.begin(finished.session);
        // A failure is only logged, so that it does not lock people out (AUTH-18).
        await call('POST /session/register-login', {}).catch((error: unknown) => console.warn('register-login failed', error));
        if (!session.get() && !session.isOthers())
          throw new Error('The session was over at once: by the clock of this computer, or refused by the API');
        await redirect(finished.returnTo);
      } catch (error) {
        const cancelled = new URLSearchParams(location.search).get('error') === 'access_denied';
        if (!cancelled) signInFailure.note(error);
        const failed = error instanceof TokenTooLarge ? 'tokenTooLarge' : 'failed';
        await redirect(`${paths.login}?problem=${cancelled ? 'cancelled' : failed}`);
      }
    };
    void finish();
  }, [navigate]);
  return (
    <Center mih="100dvh" component="main">
      <Loader aria-label={words.finishing} />
    </Center>
  );
};
