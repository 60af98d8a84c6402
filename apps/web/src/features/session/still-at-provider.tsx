import { Alert } from '@mantine/core';
import { useMessages } from '../../lib/language.tsx';
import { NoSignOut } from '../../lib/no-sign-out.ts';
import { FailureReason } from './failure-reason.tsx';
import { sessionMessages } from './session.messages.ts';

/** Warning after a sign-out if the provider has none: it would sign in the next person as the same user (AUTH-17, A-09). */
export const StillAtProvider = () => {
  const words = useMessages(sessionMessages);
  return (
    <Alert color="red" variant="light" role="alert">
      <span>{words.noSignOut}</span>
      <FailureReason reason={new NoSignOut().message} />
    </Alert>
  );
};
