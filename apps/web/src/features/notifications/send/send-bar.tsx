import { Button } from '@mantine/core';
import { backTo } from '../../../frames/back-link.tsx';
import { ProblemCount } from '../../../frames/editor-layout.tsx';
import { SlowAnswer } from '../../../frames/slow-answer.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { notificationMessages } from '../notification.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { quietMessages } from '../plan/quiet.messages.ts';
import { canBeAskedAgain } from './send-blocked.ts';
import { SendFailure } from './send-failure.tsx';
import { sendMessages } from './send.messages.ts';
import classes from './send-notification.module.css';
import { safetySendMessages } from '../safety/safety-send.messages.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { useAudienceWords } from './use-audience-words.ts';
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

type SendBarProps = {
  state: SendFormState;
  /** What is under way. */
  sending: 'send' | 'test' | null;
  /** Why the last press came to nothing. */
  failure: unknown;
  onSend: () => void;
  onTest: () => void;
  onProblems: () => void;
};

/** What it is drawn from, of the form's state. */
const drawnFrom = ({
  form,
  plan,
  blocked,
  wanted,
  estimate,
  aimed,
  storeId,
  canTest,
  summary,
  askAgain,
}: SendFormState): readonly unknown[] => [
  form.isPlanned,
  form.safety,
  plan,
  blocked?.by,
  blocked && 'cause' in blocked && blocked.cause,
  wanted,
  estimate.data,
  aimed,
  storeId,
  canTest,
  summary,
  askAgain,
];

/** What the button says: whom a send goes to, and to how many once that is known. */
const useSendLabel = ({ form, plan, estimate, aimed, storeId }: SendFormState): string => {
  const all = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages);
  const planned = useMessages(planningMessages);
  const { ask } = useMessages(askMessages);
  const safety = useMessages(safetySendMessages);
  const format = useFormat();
  const store = useAimedStore(storeId);
  const counted = estimate.data ? format.number(estimate.data.devices) : null;
  if (form.safety) return counted === null ? safety.send : safety.sendTo(counted);
  if (estimate.data?.unapproved) return ask;
  // Of what is for now and need not be approved any more, saving is sending.
  if (plan && form.isPlanned) return planned.save;
  if (form.isPlanned) {
    if (aimed || !store) return counted === null ? planned.plan : planned.planTo(counted);
    return counted === null ? planned.planToStore(store.name) : planned.planToStoreCounted(store.name, counted);
  }
  if (aimed || !store) return counted === null ? all.send : all.sendTo(counted);
  return counted === null ? words.toStore(store.name) : words.toStoreCounted(store.name, counted);
};

const Drawn = ({ state, sending, failure, onSend, onTest, onProblems }: SendBarProps) => {
  const all = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { blocked, wanted, estimate, aimed } = state;
  // A store's own stands on the button.
  const audience = useAudienceWords(wanted, aimed);
  const label = useSendLabel(state);
  const asks = useMessages(askMessages);
  const because = useBlockedWords(state);
  return (
    <>
      {aimed && (
        <p className={classes.audience} data-testid="audience-words">
          {words.audience.label} <strong>{audience}</strong>
          {estimate.data &&
            !estimate.data.everyone &&
            ` · ${words.audience.stores(estimate.data.stores)} · ${words.phones(estimate.data.devices, format.number(estimate.data.devices))}`}
        </p>
      )}
      {estimate.data?.unapproved && !state.form.safety && (
        <p className={classes.audience} role="status" data-testid="will-wait">
          {state.form.isPlanned ? asks.later : asks.now}
        </p>
      )}
      <Button
        type="button"
        classNames={{ root: classes.send ?? '', label: classes.sendLabel ?? '' }}
        {...(state.form.safety && { color: 'red' })}
        disabled={blocked !== null || sending !== null}
        loading={sending === 'send'}
        onClick={onSend}
      >
        {label}
      </Button>
      {!state.plan && (
        <Button
          type="button"
          variant="default"
          disabled={!state.canTest || sending !== null}
          loading={sending === 'test'}
          title={all.testHint}
          onClick={onTest}
        >
          {all.test}
        </Button>
      )}
      <LinkButton {...backTo(paths.notifications)} variant="subtle" color="gray">
        {all.back}
      </LinkButton>
      <div className={classes.why} role="status" data-testid="blocked">
        <ProblemCount of={state.summary} onFollow={onProblems} />
        {sending !== null && <SlowAnswer />}
        {because && <span>{because}</span>}
        {canBeAskedAgain(blocked) && (
          <button type="button" onClick={state.askAgain}>
            {common.retry}
          </button>
        )}
      </div>
      {failure !== null && <SendFailure error={failure} />}
    </>
  );
};

/** Send, Test and Back; to whom it goes, and why it cannot go (NOTIF-FORM-12..14, 31..37). */
export const SendBar = (props: SendBarProps) => (
  <DrawnFor values={[...drawnFrom(props.state), props.sending, props.failure]}>{() => <Drawn {...props} />}</DrawnFor>
);
