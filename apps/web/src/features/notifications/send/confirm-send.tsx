import type { AudienceRule } from '@endcap/contract/audience';
import type { AudienceEstimate } from '@endcap/contract/notifications';
import { isSafetyWord, safetyWords } from '@endcap/contract/notifications';
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
import { SafetyBadge } from '../safety/safety-badge.tsx';
import { safetySendMessages } from '../safety/safety-send.messages.ts';
import { safetyMessages } from '../safety/safety.messages.ts';
import { sendMessages } from './send.messages.ts';
import type { OpenSendForm } from './open-send-form.ts';
import { type SendForm, startOf } from './send-form.ts';
import classes from './send-notification.module.css';
import type { LeftOut } from '../audiences/audience-now.ts';
import { leftOutMessages } from '../audiences/left-out.messages.ts';
import { lastDayBefore } from '../last-day.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { useAudienceWords } from './use-audience-words.ts';

/** Orange that carries white text in both schemes. */
const LOOK_HERE = '#b3420a';

type FactsProps = {
  form: SendForm;
  estimate: AudienceEstimate;
  /** Whom it goes to: customers of one store, or by a rule. */
  storeId: string | null;
  wanted: AudienceRule;
};
type ConfirmSendProps = Omit<FactsProps, 'form'> & {
  form: OpenSendForm;
  /** Exclusions that are gone for good. */
  lost: readonly LeftOut[];
  onClose: () => void;
  /** With what was typed for a safety message. */
  onConfirm: (word: string) => void;
};

/** To whom, to how many, what, from when and until when. */
const SendFacts = ({ form, estimate: { devices, stores }, storeId, wanted }: FactsProps) => {
  const all = useMessages(notificationMessages);
  const words = useMessages(sendMessages);
  const planned = useMessages(planMessages);
  const format = useFormat();
  const start = startOf(form);
  const store = useAimedStore(storeId);
  const audience = useAudienceWords(wanted, storeId === null);
  return (
    <dl className={classes.facts}>
      <dt>{words.audienceFact}</dt>
      <dd>{store?.name ?? audience}</dd>
      <dt>{words.countFact}</dt>
      <dd>{`${all.count.devices(devices, format.number(devices))} ${all.count.stores(stores, format.number(stores))}`}</dd>
      <dt>{words.messageFact}</dt>
      <dd>
        <strong>{form.title}</strong>
        <span>{form.content}</span>
      </dd>
      {start && (
        <>
          <dt>{planned.startFact}</dt>
          <dd>{format.moment(start)}</dd>
        </>
      )}
      <dt>{words.untilFacts}</dt>
      <dd>{lastDayBefore(form.validUntil)}</dd>
    </dl>
  );
};

/** What it is called, in the words of what it is: asking another administrator (CARE-04), a safety message (CARE-05), a plan, or a send. */
const useQuestion = ({ form, estimate: { devices, everyone, unapproved } }: FactsProps) => {
  const all = useMessages(notificationMessages);
  const words = useMessages(sendMessages);
  const planned = useMessages(planMessages);
  const { planTo } = useMessages(planningMessages);
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
  if (start) return { title: planned.confirmTitle, text: planned.confirmText(format.moment(start)), button: planTo(counted) };
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

/** Asked before everyone, or more than a tenth of all phones, get it: to whom, how many, what, and until when (ux 3). */
export const ConfirmSend = ({ form, lost, onClose, onConfirm, ...about }: ConfirmSendProps) => {
  const facts = { ...about, form: useSelector(form.values) };
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
