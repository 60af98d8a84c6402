import { Button } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFields, useValue } from '../../../form/form-store.ts';
import { backTo } from '../../../frames/back-link.tsx';
import { BarFailure, SlowAnswer } from '../../../frames/bar-failure.tsx';
import { ProblemCount } from '../../../frames/editor-layout.tsx';
import { sendNotices } from '../../../plugins.ts';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { defaultStart } from '../../../ui/date-kind.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { quietMessages } from '../plan/quiet.messages.ts';
import { failureCause } from './failure-cause.ts';
import { canRetry } from './send-blocked.ts';
import { sendMessages } from './send.messages.ts';
import classes from './send-notification.module.css';
import { safetySendMessages } from '../safety/safety-send.messages.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { useAboutDevices } from '../review/use-about-devices.ts';
import { useAudienceWords } from './use-audience-words.ts';
import type { SendFormState } from './use-send-form.ts';

type SendBarProps = {
  state: SendFormState;
  /** The request in progress. */
  sending: 'send' | 'test' | null;
  /** The error of the last request. */
  failure: unknown;
  onSend: () => void;
  onTest: () => void;
  onProblems: () => void;
};

/** Returns the text of what blocks sending; null if nothing does, or if another part of the screen shows it. */
const useBlockedWords = ({ blocked, form }: SendFormState): string | null => {
  const isPlanned = useValue(form, 'isPlanned');
  const hasProblems = useSelector(form.summary, ({ wrong, missing }) => wrong + missing > 0);
  const all = useMessages(notificationMessages).send;
  const words = useMessages(sendMessages);
  const { dayTaken } = useMessages(planningMessages);
  const quiet = useMessages(quietMessages);
  const language = useLanguage();
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
      // Beside the problem count, this line would make the bar higher while it lasts and shift the form under the pointer.
      return hasProblems ? null : all.checking;
    case 'checkFailed':
      return `${all.checkFailed} ${words.because[blocked.cause]}`;
    case 'countFailed':
      return `${all.estimateFailed} ${words.because[blocked.cause]}`;
    case 'counting':
      return all.estimating;
    case 'otherRule':
      return sendNotices.find(({ reason }) => reason === blocked.reason)?.words[language].blocked ?? words.blocked.closed;
    default:
      return words.blocked[blocked.by];
  }
};

type WhyBlockedProps = { state: SendFormState; isSending: boolean; onProblems: () => void };

/** Offers the first free trading day after a used-up day (E-6B). */
const PlanInstead = ({ state: { form, storeId, plan, day } }: Pick<WhyBlockedProps, 'state'>) => {
  const { planFor, noFreeDay } = useMessages(planningMessages);
  const format = useFormat();
  const used = day ?? { startsAt: null, notificationId: plan?.notification._id ?? null };
  const { data: startsAt, isPending } = useQuery(notifications.firstFreeDay(storeId, used));
  const [likely] = useState(() => defaultStart(new Date()));
  // Placeholder of the button's size.
  if (isPending) return <span className={classes.offerPlace}>{planFor(format.moment(likely))}</span>;
  if (startsAt === undefined) return null;
  if (startsAt === null) return <span>{noFreeDay}</span>;
  return (
    <button type="button" onClick={() => form.change({ isPlanned: true, startsAt })}>
      {planFor(format.moment(startsAt))}
    </button>
  );
};

/** Status beside the buttons: the problem count, why Send is blocked, and a retry where it may help (NOTIF-FORM-31..37). */
const WhyBlocked = ({ state, isSending, onProblems }: WhyBlockedProps) => {
  const common = useMessages(commonMessages);
  const because = useBlockedWords(state);
  return (
    <div className={classes.why} role="status" data-testid="blocked">
      <ProblemCount of={useSelector(state.form.summary)} onFollow={onProblems} />
      {isSending && <SlowAnswer />}
      {because && <span>{because}</span>}
      {state.blocked?.by === 'quota' && <PlanInstead state={state} />}
      {canRetry(state.blocked) && (
        <button type="button" onClick={state.retry}>
          {common.retry}
        </button>
      )}
    </div>
  );
};

/** Explains why a send failed, or that its outcome is unknown, with the request id of a server error. Send is the retry (A-48, D-42). */
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

/** Returns the label of the button: the recipients, and their number once it is loaded. */
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
  // Saving a plan that starts now and needs no approval sends it, so its label is that of a send.
  if (plan && isPlanned) return planned.save;
  if (isPlanned) {
    if (aimed || !store) return counted === null ? planned.plan : planned.planTo(counted);
    return counted === null ? planned.planToStore(store.name) : planned.planToStoreCounted(store.name, counted);
  }
  if (aimed || !store) return counted === null ? all.send : all.sendTo(counted);
  return counted === null ? words.toStore(store.name) : words.toStoreCounted(store.name, counted);
};

/** Recipients in words, with their number. A single store's audience is named on the button instead. */
const Audience = ({ state: { wanted, estimate, aimed } }: Pick<SendBarProps, 'state'>) => {
  const words = useMessages(sendMessages);
  const about = useAboutDevices();
  const audience = useAudienceWords(wanted, aimed);
  if (!aimed) return null;
  // The audience may already be worded as a number of stores.
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

/** Send, Test and Back, with the recipients and what blocks sending (NOTIF-FORM-12..14, 31..37). */
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
