import { BarFailure } from '../../../frames/bar-failure.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { quietMessages } from '../plan/quiet.messages.ts';
import { failureCause } from './failure-cause.ts';
import { sendMessages } from './send.messages.ts';

/** Why it was not sent, or that nobody knows (A-48, D-42): each cause in its own words, with the number to quote. Send is the other try. */
export const SendFailure = ({ error }: { error: unknown }) => {
  const { quota, unknownOutcome: offline, failed: refused } = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages).failed;
  const { begun, changedMeanwhile: stale } = useMessages(planningMessages);
  const { refused: quietHours } = useMessages(quietMessages);
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <BarFailure
      text={{ ...words, quota, quietHours, offline, refused, begun, stale }[failureCause(error)]}
      requestId={problem && problem.status >= 500 ? problem.requestId : undefined}
      atFields={problem?.status === 422}
    />
  );
};
