import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import mark from '../../ui/mark.svg';
import { useBrand } from '../../lib/brand.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { DEFAULT_ROUTE, safeReturnTo } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './login-page.module.css';
import { sessionMessages } from './session.messages.ts';
import { signInFailure } from './sign-in-failure.ts';
import { SignInProblem } from './sign-in-problem.tsx';
import { SignOutAgain } from './sign-out-again.tsx';
import { StillAtProvider } from './still-at-provider.tsx';
import { useAtProvider } from './use-at-provider.ts';

const LoginPhone = lazyPart(
  () => import('./login-phone.tsx'),
  (module) => module.LoginPhone,
);

/** Link back to the page and its input, shown if the person signed in, perhaps in another tab (D-53). */
const ContinueLink = ({ to }: { to: string }) => {
  const words = useMessages(sessionMessages);
  if (to === DEFAULT_ROUTE) return <LinkButton to={DEFAULT_ROUTE}>{words.goOn}</LinkButton>;
  return (
    <Button component="a" href={to}>
      {words.goBack}
    </Button>
  );
};

/** The only way in is the identity provider (AUTH-01..03). */
export const LoginPage = () => {
  const words = useMessages(sessionMessages);
  const session = useSession();
  const brand = useBrand();
  const { returnTo, problem } = useSearch({ from: '/signed-out/login' });
  const back = safeReturnTo(returnTo);
  const language = useLanguage();
  const { busy, failure, go } = useAtProvider(async () => {
    const { signIn } = await import('../../lib/oidc.ts');
    await signIn(back, language);
  });
  const hasEnded = problem === 'ended' && !session;
  const isOfSignIn = problem !== 'ended' && problem !== 'stillSignedIn' && problem !== 'noSignOut';
  const shown = failure === null ? (isOfSignIn ? problem : undefined) : 'unreachable';
  const reason = failure ?? (problem === 'cancelled' ? null : signInFailure.reason());
  return (
    <main className={classes.page}>
      <title>{brand.name}</title>
      <LanguageSwitch />
      <Paper withBorder p={32} w="calc(100% - 32px)" maw={400}>
        <Stack gap="md">
          <div className={classes.brand}>
            <img src={brand.logo ?? mark} alt="" />
            <span translate="no">{brand.name}</span>
          </div>
          <Title order={1}>{words.title}</Title>
          <Text c="dimmed">{session ? words.signedInAs(session.person.name) : words.lead}</Text>
          {shown && <SignInProblem problem={shown} reason={reason} />}
          {problem === 'stillSignedIn' && !session && <SignOutAgain />}
          {problem === 'noSignOut' && !session && <StillAtProvider />}
          {hasEnded && !shown && (
            <Alert color="yellow" variant="light" role="status">
              {words.ended}
            </Alert>
          )}
          {session ? (
            <>
              <ContinueLink to={back} />
              <Button variant="default" onClick={() => void signOut()}>
                {words.logOut}
              </Button>
            </>
          ) : (
            <Button loading={busy} onClick={() => void go()}>
              {words.logIn}
            </Button>
          )}
        </Stack>
      </Paper>
      <div className={classes.picture} aria-hidden>
        <LoginPhone />
      </div>
    </main>
  );
};
