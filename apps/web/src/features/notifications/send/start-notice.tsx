import { Alert } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { LeftOutNotice } from '../audiences/left-out-notice.tsx';
import type { SendFormState } from './use-send-form.ts';
import { startMessages } from './start.messages.ts';

/** PLAN-05: what the form could not be filled with, of the notification that it was to start from. */
export const StartNotice = ({ start: { hasFailed, without } }: Pick<SendFormState, 'start'>) => {
  const words = useMessages(startMessages);
  if (without) return <LeftOutNotice without={without} testId="start-without" />;
  if (!hasFailed) return null;
  return (
    <Alert color="orange" variant="light" role="status" mb="md" data-testid="start-failed">
      {words.failed}
    </Alert>
  );
};
