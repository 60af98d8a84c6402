import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { DEFAULT_ROUTE, safeReturnTo } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import classes from './login-page.module.css';
import { sessionMessages } from './session.messages.ts';

/** The only way in is the identity provider (AUTH-01..03). */
export const LoginPage = () => {
  const words = useMessages(sessionMessages);
  const session = useSession();
  const { returnTo, problem } = useSearch({ from: '/signed-out/login' });
  const [busy, setBusy] = useState(false);
  const [unreachable, setUnreachable] = useState(false);

  const logIn = async (): Promise<void> => {
    setBusy(true);
    setUnreachable(false);
    try {
      const { signIn } = await import('../../lib/oidc.ts');
      await signIn(safeReturnTo(returnTo));
    } catch {
      setUnreachable(true);
      setBusy(false);
    }
  };

  const hasEnded = problem === 'ended' && !session;
  const message = unreachable ? words.unreachable : problem === 'cancelled' ? words.cancelled : problem === 'failed' ? words.failed : null;
  return (
    <main className={classes.page}>
      <title>Endcap</title>
      <Paper withBorder p={32} w="100%" maw={400}>
        <Stack gap="md">
          <div className={classes.brand} aria-hidden>
            Endcap
          </div>
          <Title order={1}>{words.title}</Title>
          <Text c="dimmed">{session ? words.signedInAs(session.person.name) : words.lead}</Text>
          {message && (
            <Alert color="red" variant="light" role="alert">
              {message}
            </Alert>
          )}
          {hasEnded && !message && (
            <Alert color="yellow" variant="light" role="status">
              {words.ended}
            </Alert>
          )}
          {session ? (
            <>
              <LinkButton to={DEFAULT_ROUTE}>{words.goOn}</LinkButton>
              <Button variant="default" onClick={() => void signOut()}>
                {words.logOut}
              </Button>
            </>
          ) : (
            <Button loading={busy} onClick={() => void logIn()}>
              {words.logIn}
            </Button>
          )}
        </Stack>
      </Paper>
    </main>
  );
};
