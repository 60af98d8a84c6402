import { Button } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useFields, useValue } from '../../../form/form-store.ts';
import { backTo } from '../../../frames/back-link.tsx';
import { BarFailure, SlowAnswer } from '../../../frames/bar-failure.tsx';
import { ProblemCount } from '../../../frames/editor-layout.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { usualStart } from '../../../ui/date-kind.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { notificationMessages } from '../notification.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { quietMessages } from '../plan/quiet.messages.ts';
import { failureCause } from './failure-cause.ts';
import { canBeAskedAgain } from './send-blocked.ts';
import { sendMessages } from './send.messages.ts';
import classes from './send-notification.module.css';
import { safetySendMessages } from '../safety/safety-send.messages.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { useAboutDevices } from '../review/use-about-devices.ts';
import { useAudienceWords } from './use-audience-words.ts';
import type { SendFormState } from './use-send-form.ts';

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

/** The reason why nothing can be sent now, in words; null when something else on the screen says it. */
const useBlockedWords = ({ blocked, form }: SendFormState): string | null => {
  const isPlanned = useValue(form, 'isPlanned');
  const hasProblems = useSelector(form.summary, ({ wrong, missing }) => wrong + missing > 0);
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
      return hasProblems ? null : all.checking;
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

/** The way out of a day that is used up: the next trading day (E-6B). */
const PlanInstead = ({ form }: Pick<SendFormState, 'form'>) => {
  const { planFor } = useMessages(planningMessages);
  const format = useFormat();
  const [startsAt] = useState(() => usualStart(new Date()));
  return (
    <button type="button" onClick={() => form.change({ isPlanned: true, startsAt })}>
      {planFor(format.moment(startsAt))}
    </button>
  );
};

/** Why it cannot go, or has not gone yet: the problems counted, what the server says, and the way to ask it once more (NOTIF-FORM-31..37). */
const WhyBlocked = ({ state, isSending, onProblems }: WhyBlockedProps) => {
  const common = useMessages(commonMessages);
  const because = useBlockedWords(state);
  const isPlanned = useValue(state.form, 'isPlanned');
  return (
    <div className={classes.why} role="status" data-testid="blocked">
      <ProblemCount of={useSelector(state.form.summary)} onFollow={onProblems} />
      {isSending && <SlowAnswer />}
      {because && <span>{because}</span>}
      {state.blocked?.by === 'quota' && !isPlanned && <PlanInstead form={state.form} />}
      {canBeAskedAgain(state.blocked) && (
        <button type="button" onClick={state.askAgain}>
          {common.retry}
        </button>
      )}
    </div>
  );
};

/** Why it was not sent, or that nobody knows (A-48, D-42): each cause in its own words, with the number to quote. Send is the other try. */
const SendFailure = ({ error }: { error: unknown }) => {
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

/** What the button says: whom a send goes to, and to how many once that is known. */
const useSendLabel = ({ form, plan, estimate, aimed, storeId }: SendFormState): string => {
  const { isPlanned, safety: isSafety } = useFields(form, ['isPlanned', 'safety']);
  const all = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages);
  const planned = useMessages(planningMessages);
  const { ask } = useMessages(askMessages);
  const safety = useMessages(safetySendMessages);
  const format = useFormat();
  const store = useAimedStore(storeId);
  const counted = estimate.data ? format.number(estimate.data.devices) : null;
  if (isSafety) return counted === null ? safety.send : safety.sendTo(counted);
  if (estimate.data?.unapproved) return ask;
  // Of what is for now and need not be approved any more, saving is sending.
  if (plan && isPlanned) return planned.save;
  if (isPlanned) {
    if (aimed || !store) return counted === null ? planned.plan : planned.planTo(counted);
    return counted === null ? planned.planToStore(store.name) : planned.planToStoreCounted(store.name, counted);
  }
  if (aimed || !store) return counted === null ? all.send : all.sendTo(counted);
  return counted === null ? words.toStore(store.name) : words.toStoreCounted(store.name, counted);
};

/** Whom it reaches, in words and with their number; a store's own stands on the button. */
const Audience = ({ state: { wanted, estimate, aimed } }: Pick<SendBarProps, 'state'>) => {
  const words = useMessages(sendMessages);
  const about = useAboutDevices();
  const audience = useAudienceWords(wanted, aimed);
  if (!aimed) return null;
  // The words of an audience may be a number of stores already.
  const stores = estimate.data && words.audience.stores(estimate.data.stores);
  return (
    <p className={classes.audience} data-testid="audience-words" title={audience}>
      <span>{words.audience.label}</span> <strong>{audience}</strong>
      {estimate.data && !estimate.data.everyone && (
        <span>{['', ...(stores === audience ? [] : [stores]), about(estimate.data.devices)].join(' · ')}</span>
      )}
    </p>
  );
};

/** Send, Test and Back; to whom it goes, and why it cannot go (NOTIF-FORM-12..14, 31..37). */
export const SendBar = ({ state, sending, failure, onSend, onTest, onProblems }: SendBarProps) => {
  const all = useMessages(notificationMessages).send;
  const label = useSendLabel(state);
  const asks = useMessages(askMessages);
  const { isPlanned, safety: isSafety } = useFields(state.form, ['isPlanned', 'safety']);
  return (
    <>
      {state.estimate.data?.unapproved && !isSafety && (
        <p className={classes.willWait} role="status" data-testid="will-wait">
          {isPlanned ? asks.later : asks.now}
        </p>
      )}
      <Button
        type="button"
        classNames={{ root: classes.send ?? '', label: classes.sendLabel ?? '' }}
        {...(isSafety && { color: 'red' })}
        disabled={state.blocked !== null || sending !== null}
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
      <Audience state={state} />
      <WhyBlocked state={state} isSending={sending !== null} onProblems={onProblems} />
      {failure !== null && <SendFailure error={failure} />}
    </>
  );
};
