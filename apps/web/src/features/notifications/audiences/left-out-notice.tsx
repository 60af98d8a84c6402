import { Alert } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { leftOutMessages } from './left-out.messages.ts';
import type { AudienceNow } from './audience-now.ts';

/** Lists deleted items that were left out, and requests a new choice of recipients where needed (PLAN-05, PLAN-06, D-30). */
export const LeftOutNotice = ({ without, testId }: { without: Pick<AudienceNow, 'leftOut' | 'mustChoose'>; testId: string }) => {
  const words = useMessages(leftOutMessages);
  return (
    <Alert color="orange" variant="light" role="status" mb="md" data-testid={testId}>
      <span>{words.leftOut(without.leftOut.map(({ kind, name }) => words.gone[kind](name)).join(', '))}</span>
      {without.mustChoose && <span>{` ${words.mustChoose}`}</span>}
    </Alert>
  );
};
