import { Button } from '@mantine/core';
import { backTo } from '../../../frames/back-link.tsx';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { notificationMessages } from '../notification.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { SendFailure } from './send-failure.tsx';
import { sendMessages } from './send.messages.ts';
import classes from './send-notification.module.css';
import { safetySendMessages } from '../safety/safety-send.messages.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { useAudienceWords } from './use-audience-words.ts';
import type { SendFormState } from './use-send-form.ts';
import { WhyBlocked } from './why-blocked.tsx';

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

/** Whom it reaches, in words and with their number; a store's own stands on the button. */
const Audience = ({ state: { wanted, estimate, aimed } }: Pick<SendBarProps, 'state'>) => {
  const words = useMessages(sendMessages);
  const format = useFormat();
  const audience = useAudienceWords(wanted, aimed);
  if (!aimed) return null;
  return (
    <p className={classes.audience} data-testid="audience-words">
      {words.audience.label} <strong>{audience}</strong>
      {estimate.data &&
        !estimate.data.everyone &&
        ` · ${words.audience.stores(estimate.data.stores)} · ${words.phones(estimate.data.devices, format.number(estimate.data.devices))}`}
    </p>
  );
};

const Drawn = ({ state, sending, failure, onSend, onTest, onProblems }: SendBarProps) => {
  const all = useMessages(notificationMessages).send;
  const label = useSendLabel(state);
  const asks = useMessages(askMessages);
  return (
    <>
      <Audience state={state} />
      {state.estimate.data?.unapproved && !state.form.safety && (
        <p className={classes.audience} role="status" data-testid="will-wait">
          {state.form.isPlanned ? asks.later : asks.now}
        </p>
      )}
      <Button
        type="button"
        classNames={{ root: classes.send ?? '', label: classes.sendLabel ?? '' }}
        {...(state.form.safety && { color: 'red' })}
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
      <WhyBlocked state={state} isSending={sending !== null} onProblems={onProblems} />
      {failure !== null && <SendFailure error={failure} />}
    </>
  );
};

/** Send, Test and Back; to whom it goes, and why it cannot go (NOTIF-FORM-12..14, 31..37). */
export const SendBar = (props: SendBarProps) => (
  <DrawnFor values={[...drawnFrom(props.state), props.sending, props.failure]}>{() => <Drawn {...props} />}</DrawnFor>
);
