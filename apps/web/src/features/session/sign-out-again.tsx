import { Alert, Button, Group, Text } from '@mantine/core';
import { useMessages } from '../../lib/language.tsx';
import { FailureReason } from './failure-reason.tsx';
import { sessionMessages } from './session.messages.ts';
import { useAtProvider } from './use-at-provider.ts';

/** Shown after a sign-out that did not reach the provider, which would sign the next person in as the same user (AUTH-17, A-09). */
export const SignOutAgain = () => {
  const words = useMessages(sessionMessages);
  const { busy, failure, go } = useAtProvider(async () => {
    const { signOutAtProvider } = await import('../../lib/oidc.ts');
    await signOutAtProvider(null);
  });
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm">{words.stillSignedIn}</Text>
      {failure !== null && (
        <>
          <Text size="sm" mt="xs">
            {words.unreachable}
          </Text>
          <FailureReason reason={failure} />
        </>
      )}
      <Group mt="sm">
        <Button size="compact-md" variant="default" loading={busy} onClick={() => void go()}>
          {words.signOutAgain}
        </Button>
      </Group>
    </Alert>
  );
};
