import { Alert } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import type { SendFormState } from './use-send-form.ts';
import { startMessages } from './start.messages.ts';

/** PLAN-05: what the form could not be filled with, of the notification that it was to start from. */
export const StartNotice = ({ start: { hasFailed, without } }: Pick<SendFormState, 'start'>) => {
  const words = useMessages(startMessages);
  if (!hasFailed && !without) return null;
  const leftOut = without && words.leftOut(without.leftOut.map(({ kind, name }) => words.gone[kind](name)).join(', '));
  return (
    <Alert color="orange" variant="light" role="status" mb="md" data-testid={hasFailed ? 'start-failed' : 'start-without'}>
      {hasFailed ? words.failed : leftOut}
      {without?.mustChoose && ` ${words.mustChoose}`}
    </Alert>
  );
};
