import { ProblemCount } from '../../../frames/editor-layout.tsx';
import { SlowAnswer } from '../../../frames/slow-answer.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { quietMessages } from '../plan/quiet.messages.ts';
import { canBeAskedAgain } from './send-blocked.ts';
import { sendMessages } from './send.messages.ts';
import classes from './send-notification.module.css';
import type { SendFormState } from './use-send-form.ts';

/** What stands in the way, in words; null when something else on the screen says it. */
const useBlockedWords = ({ blocked, form: { isPlanned }, summary }: SendFormState): string | null => {
  const all = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages);
  const { dayTaken } = useMessages(planningMessages);
  const quiet = useMessages(quietMessages);
  if (blocked === null) return null;
  switch (blocked.by) {
    case 'problems':
    case 'nobody':
      return null;
    case 'quota':
      return isPlanned ? dayTaken : all.quota;
    case 'quietHours':
      return isPlanned ? quiet.blockedPlan : quiet.blocked;
    case 'noStore':
      return all.noStore;
    case 'checking':
      // Beside what is counted as wrong it would make the bar higher for as long as it lasts, and move the form under the pointer.
      return summary.wrong + summary.missing > 0 ? null : all.checking;
    case 'checkFailed':
      return `${all.checkFailed} ${words.because[blocked.cause]}`;
    case 'countFailed':
      return `${all.estimateFailed} ${words.because[blocked.cause]}`;
    case 'counting':
      return all.estimating;
    default:
      return words.blocked[blocked.by];
  }
};

type WhyBlockedProps = { state: SendFormState; isSending: boolean; onProblems: () => void };

/** Why it cannot go, or has not gone yet: the problems counted, what the server says, and the way to ask it once more (NOTIF-FORM-31..37). */
export const WhyBlocked = ({ state, isSending, onProblems }: WhyBlockedProps) => {
  const common = useMessages(commonMessages);
  const because = useBlockedWords(state);
  return (
    <div className={classes.why} role="status" data-testid="blocked">
      <ProblemCount of={state.summary} onFollow={onProblems} />
      {isSending && <SlowAnswer />}
      {because && <span>{because}</span>}
      {canBeAskedAgain(state.blocked) && (
        <button type="button" onClick={state.askAgain}>
          {common.retry}
        </button>
      )}
    </div>
  );
};
