import type { AudienceRule } from '@endcap/contract/audience';
import type { AudienceEstimate } from '@endcap/contract/notifications';
import { Button, Text } from '@mantine/core';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { notificationMessages } from '../notification.messages.ts';
import { planMessages } from '../plan/plan.messages.ts';
import { sendMessages } from './send.messages.ts';
import { type SendForm, startOf } from './send-form.ts';
import classes from './send-notification.module.css';
import { useAudienceWords } from './use-audience-words.ts';

/** Orange that carries white text in both schemes. */
const LOOK_HERE = '#b3420a';

type ConfirmSendProps = {
  form: SendForm;
  estimate: AudienceEstimate;
  /** Whom it goes to. */
  wanted: AudienceRule;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asked before everyone, or more than a tenth of all phones, get it: to whom, how many, what, and until when (ux 3). */
export const ConfirmSend = ({ form, estimate, wanted, onClose, onConfirm }: ConfirmSendProps) => {
  const all = useMessages(notificationMessages);
  const words = useMessages(sendMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const planned = useMessages(planMessages);
  const asks = useMessages(askMessages);
  const { devices, stores, everyone, unapproved } = estimate;
  const start = startOf(form);
  const counted = format.number(devices);
  const audience = useAudienceWords(wanted, true);
  const phones = words.phones(devices, counted);
  const wordsOfSend = start
    ? { title: planned.confirmTitle, text: planned.confirmText(format.moment(start)), button: planned.planTo(counted) }
    : {
        title: everyone ? all.send.confirmTitle : words.confirmTitle(phones),
        text: all.send.confirmText(devices, all.count.devices(devices, counted)),
        button: everyone ? all.send.confirm(counted) : words.confirm(phones),
      };
  const asking = { title: asks.confirmTitle, text: start ? asks.confirmLater(format.moment(start)) : asks.confirmNow, button: asks.ask };
  const { title, text, button } = unapproved ? asking : wordsOfSend;
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Text>{text}</Text>
      <dl className={classes.facts}>
        <dt>{words.audienceFact}</dt>
        <dd>{audience}</dd>
        <dt>{words.countFact}</dt>
        <dd>{`${all.count.devices(devices, counted)} ${all.count.stores(stores, format.number(stores))}`}</dd>
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
        <dd>{form.validUntil}</dd>
      </dl>
      <DialogButtons>
        {/* The harmless choice has the focus: Enter twice never sends. */}
        <Button variant="default" data-autofocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button color={LOOK_HERE} onClick={onConfirm}>
          {button}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
