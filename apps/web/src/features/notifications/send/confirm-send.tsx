import type { AudienceEstimate } from '@endcap/contract/notifications';
import { isSafetyWord, safetyWords } from '@endcap/contract/notifications';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { notificationMessages } from '../notification.messages.ts';
import { planMessages } from '../plan/plan.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { Leads } from '../review/leads.tsx';
import { Warnings } from '../review/warnings.tsx';
import { reviewMessages } from '../review/review.messages.ts';
import { SendSummary } from '../review/send-summary.tsx';
import { sendSummaryMessages } from '../review/send-summary.messages.ts';
import { SafetyBadge } from '../safety/safety-badge.tsx';
import { safetySendMessages } from '../safety/safety-send.messages.ts';
import { safetyMessages } from '../safety/safety.messages.ts';
import { sendMessages } from './send.messages.ts';
import { type SendForm, startOf } from './send-form.ts';
import classes from './send-notification.module.css';
import type { LeftOut } from '../audiences/audience-now.ts';
import { leftOutMessages } from '../audiences/left-out.messages.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { useAudienceWords } from './use-audience-words.ts';
import type { SendFormState } from './use-send-form.ts';

/** Orange that carries white text in both schemes. */
const LOOK_HERE = '#b3420a';

type FactsProps = {
  state: SendFormState;
  form: SendForm;
  estimate: AudienceEstimate;
};
type ConfirmSendProps = Pick<FactsProps, 'state' | 'estimate'> & {
  onClose: () => void;
  /** Passes the word typed for a safety message. */
  onConfirm: (word: string) => void;
};

/** The summary of the form. Recipients of a plan are counted again when it starts. */
const SendFacts = ({ state, form, estimate: { devices, stores, unapproved } }: FactsProps) => {
  const { storeId, wanted } = state;
  const { count } = useMessages(notificationMessages);
  const words = useMessages(sendSummaryMessages);
  const { now, later } = useMessages(reviewMessages);
  const format = useFormat();
  const start = startOf(form);
  const store = useAimedStore(storeId);
  const audience = useAudienceWords(wanted, storeId === null);
  const counted = `${count.devices(devices, format.number(devices))} ${count.stores(stores, format.number(stores))}`;
  const atOnce = unapproved && !form.safety ? words.afterApproval : now;
  return (
    <SendSummary
      audience={store?.name ?? audience}
      count={start ? words.countedNow(counted) : counted}
      when={start ? later(format.moment(start), format.ago(start)) : atOnce}
      validUntil={startOfDay(form.validUntil)}
      title={form.title}
      content={form.content}
      image={form.image}
      leads={<Leads state={state} />}
    />
  );
};

/** Texts of the dialog for an approval request (CARE-04), a safety message (CARE-05), a plan, or a send. */
const useQuestion = ({ form, estimate: { devices, everyone, unapproved } }: Omit<FactsProps, 'state'>) => {
  const all = useMessages(notificationMessages);
  const words = useMessages(sendMessages);
  const planned = useMessages(planMessages);
  const { planFor } = useMessages(planningMessages);
  const asks = useMessages(askMessages);
  const safety = useMessages(safetyMessages);
  const { sendTo } = useMessages(safetySendMessages);
  const format = useFormat();
  const start = startOf(form);
  const counted = format.number(devices);
  const phones = words.phones(devices, counted);
  const text = all.send.confirmText(devices, all.count.devices(devices, counted));
  if (form.safety) return { title: safety.confirmTitle, text, button: sendTo(counted) };
  if (unapproved)
    return { title: asks.confirmTitle, text: start ? asks.confirmLater(format.moment(start)) : asks.confirmNow, button: asks.ask };
  if (start) return { title: planned.confirmTitle, text: planned.confirmText(format.moment(start)), button: planFor(format.moment(start)) };
  return {
    title: everyone ? all.send.confirmTitle : words.confirmTitle(phones),
    text,
    button: everyone ? all.send.confirm(counted) : words.confirm(phones),
  };
};

const LostNotice = ({ lost }: { lost: readonly LeftOut[] }) => {
  const words = useMessages(leftOutMessages);
  return (
    <Alert color="orange" variant="light" role="status" mt="sm" data-testid="lost-exclusions">
      {words.lost(lost.map(({ kind, name }) => words.gone[kind](name)).join(', '))}
    </Alert>
  );
};

/** Confirms a send to everyone or to more than a tenth of all phones, with warnings and a summary (ux 3, E-6C). */
export const ConfirmSend = ({ state, estimate, onClose, onConfirm }: ConfirmSendProps) => {
  const { lost } = state;
  const facts = { state, estimate, form: useSelector(state.form.values) };
  const common = useMessages(commonMessages);
  const safety = useMessages(safetyMessages);
  const asked = safetyWords[useLanguage()];
  const [word, setWord] = useState('');
  const { title, text, button } = useQuestion(facts);
  const isSafety = facts.form.safety;
  return (
    <Dialog opened onClose={onClose} title={title}>
      {isSafety && <SafetyBadge />}
      <Text mt={isSafety ? 'xs' : 0}>{text}</Text>
      {lost.length > 0 && <LostNotice lost={lost} />}
      <div className={classes.odd}>
        <Warnings state={state} />
      </div>
      <SendFacts {...facts} />
      {isSafety && (
        <TextInput
          mt="md"
          label={safety.type(asked)}
          data-autofocus
          autoComplete="off"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && isSafetyWord(word) && onConfirm(word)}
        />
      )}
      <DialogButtons>
        {/* The harmless choice has the focus: Enter twice never sends. */}
        <Button variant="default" data-autofocus={!isSafety || undefined} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button color={isSafety ? 'red' : LOOK_HERE} disabled={isSafety && !isSafetyWord(word)} onClick={() => onConfirm(word)}>
          {button}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
