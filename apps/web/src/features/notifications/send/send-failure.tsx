import { Alert } from '@mantine/core';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { failureCause } from './failure-cause.ts';
import { sendMessages } from './send.messages.ts';

/** Why it was not sent, or that nobody knows (A-48, D-42): each cause in its own words, with the number to quote. */
export const SendFailure = ({ error }: { error: unknown }) => {
  const { quota, unknownOutcome: offline, failed: refused } = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages).failed;
  const common = useMessages(commonMessages);
  const text = { ...words, quota, offline, refused }[failureCause(error)];
  const requestId = error instanceof ApiProblem && error.status >= 500 ? error.requestId : undefined;
  return (
    <Alert color="red" variant="light" mt="md" role="alert">
      {text} {requestId && common.requestId(requestId)}
    </Alert>
  );
};
