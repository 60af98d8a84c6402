import type { CorrectNotification, Notification } from '@endcap/contract/notifications';
import { Alert, Button, Text } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { type FormEvent, useState } from 'react';
import { config } from '../../../config.ts';
import { createForm } from '../../../form/form-store.ts';
import { codeMessages } from '../../../frames/code.messages.ts';
import { callTagged } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { ImageField, MessageFields, TargetFields } from '../send/message-fields.tsx';
import { audienceOf, emptySendForm, messageOfSent, type SendForm, sendFormProblems } from '../send/send-form.ts';
import { followUpMessages } from './follow-up.messages.ts';
import classes from './follow-up.module.css';
import { useFollowUp } from './use-follow-up.ts';
import { asksToCorrect, isStillGoingOut, mayBeCorrectedAgain } from './what-may-follow.ts';

const messageOf = ({ title, content, url, image }: SendForm): CorrectNotification => ({ title, content, url, image });
const isSame = (one: SendForm, other: SendForm): boolean => JSON.stringify(messageOf(one)) === JSON.stringify(messageOf(other));

type CorrectDialogProps = { notification: Notification; tag: string | null; onClose: () => void };

/** The edited message with its validation problems. */
const openMessage = (notification: Notification) => {
  const openedAt = new Date();
  const start = { ...emptySendForm(openedAt), ...messageOfSent(notification) };
  return createForm({ form: start, tag: null }, { judge: (form: SendForm) => sendFormProblems(form, config.appScheme, openedAt) });
};

/** Explains the effect of a correction on phones that have the message and on the rest of the sending, and its limits. */
const WhatItDoes = ({ notification }: { notification: Notification }) => {
  const { correct: words } = useMessages(followUpMessages);
  const format = useFormat();
  const { successful = 0, remaining = 0 } = notification.details ?? {};
  return (
    <>
      {asksToCorrect(notification) && (
        <Alert color="yellow" variant="light" data-testid="correction-will-wait">
          {words.willWait}
        </Alert>
      )}
      <Text>{words.what(successful, format.number(successful))}</Text>
      {remaining > 0 && isStillGoingOut(notification) && <Text>{words.stillSending}</Text>}
      <p className={classes.means}>{words.limits}</p>
    </>
  );
};

/** Returns the numbers in a text (prices, percents, days) in their order. */
const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)?/g) ?? [];

/** Warns when a number in the text changes but the image stays, since it may show the old number (E-68). */
const ImageWarning = ({ form }: { form: ReturnType<typeof openMessage> }) => {
  const { correct: words } = useMessages(followUpMessages);
  const { form: before } = form.base.get();
  const was = numbersIn(`${before.title} ${before.content}`);
  const warning = useSelector(form.values, ({ title, content, image }) => {
    if (image === '' || image !== before.image) return null;
    const is = numbersIn(`${title} ${content}`);
    const [gone, come] = [was.filter((one) => !is.includes(one)), is.filter((one) => !was.includes(one))];
    return gone.length > 0 && come.length > 0 ? words.imageToo(gone.join(', '), come.join(', ')) : null;
  });
  return (
    <div role="status">
      {warning !== null && (
        <Alert color="yellow" variant="light">
          {warning}
        </Alert>
      )}
    </div>
  );
};

/** Shows why the last request failed: its own message, or those of the fields that the server rejected. */
const Refusal = ({ fields, message }: Pick<ReturnType<typeof useFollowUp>, 'fields' | 'message'>) => {
  const codes = useMessages(codeMessages);
  const refused = Object.values(fields)
    .flat()
    .map((code) => codes[code]);
  if (message === null && refused.length === 0) return null;
  return (
    <Alert color="red" variant="light">
      {message ?? refused.join(' ')}
    </Alert>
  );
};

/** Replaces the message on phones, and explains the effect (RECALL-02). */
export const CorrectDialog = ({ notification, tag, onClose }: CorrectDialogProps) => {
  const { correct: words } = useMessages(followUpMessages);
  const common = useMessages(commonMessages);
  // Tag of the version that the correction is based on; polling does not change it.
  const [since] = useState(tag);
  const [form] = useState(() => openMessage(notification));
  const hasProblems = useSelector(form.problems, (problems) => Object.keys(problems).length > 0);
  const isUnchanged = useSelector(form.values, (now) => isSame(form.base.get().form, now));
  const [uploading, setUploading] = useState(false);
  const { take, isPending, isOver, fields, message } = useFollowUp(
    notification,
    () =>
      callTagged(
        'POST /api/v1/notification-editor/:notificationId/correct',
        { params: { notificationId: notification._id }, body: messageOf(form.values.get()) },
        { ifMatch: since },
      ),
    onClose,
  );
  const isIdle = isUnchanged && !mayBeCorrectedAgain(notification);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isIdle && !hasProblems && !uploading && !isPending && !isOver) take();
  };
  return (
    <Dialog opened size="lg" onClose={() => !isPending && onClose()} title={words.title}>
      <WhatItDoes notification={notification} />
      <form className={classes.form} onSubmit={submit}>
        <MessageFields form={form} />
        <ImageWarning form={form} />
        <ImageField form={form} onBusy={setUploading} />
        <TargetFields form={form} storeId={notification.storeId} rule={audienceOf(notification)} />
        <Refusal fields={fields} message={message} />
        <DialogButtons>
          {isIdle && <span className={classes.means}>{words.unchanged}</span>}
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={isIdle || hasProblems || uploading || isOver}>
            {asksToCorrect(notification) && !isUnchanged ? words.ask : words.confirm}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
};
