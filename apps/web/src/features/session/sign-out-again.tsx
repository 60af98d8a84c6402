import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { sessionMessages } from './session.messages.ts';

/** Somebody signed out here and the provider could not be told: it would let the next person in as them (AUTH-17, A-09). */
export const SignOutAgain = () => {
  const words = useMessages(sessionMessages);
  const [busy, setBusy] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    try {
      const { signOutAtProvider } = await import('../../lib/oidc.ts');
      await signOutAtProvider(null);
    } catch {
      setUnreachable(true);
      setBusy(false);
    }
  };
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm">{words.stillSignedIn}</Text>
      {unreachable && (
        <Text size="sm" mt="xs">
          {words.unreachable}
        </Text>
      )}
      <Group mt="sm">
        <Button size="compact-md" variant="default" loading={busy} onClick={() => void again()}>
          {words.signOutAgain}
        </Button>
      </Group>
    </Alert>
  );
};
