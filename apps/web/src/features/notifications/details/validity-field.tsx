import type { Notification } from '@endcap/contract/notifications';
import { lastDayOf, readInstant } from '@endcap/contract/warsaw-time';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { codeMessages } from '../../../frames/code.messages.ts';
import { useFailureWords } from '../../../frames/use-failure-words.ts';
import { ApiProblem, callTagged, isOutcomeUnknown } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { toast } from '../../../lib/toast.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { dayAfter, daysShown } from '../last-day.ts';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import classes from './notification-details.module.css';
import { detailsMessages } from './details.messages.ts';

/** An edit in progress. `day`: the last day, as typed. */
type Edit = { day: string; since: string | null };
type SaveProps = { id: string; tag: string | null; edit: Edit | null; setEdit: Dispatch<SetStateAction<Edit | null>> };

/** Saves the end of validity against the version that the person edited, and reports the outcome (NOTIF-DET-14, 15). */
const useSaveValidity = ({ id, tag, edit, setEdit }: SaveProps) => {
  const words = useMessages(detailsMessages);
  const { close: closeLabel } = useMessages(commonMessages);
  const wordsOf = useFailureWords();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lastDay: string) =>
      callTagged(
        'PATCH /api/v1/notification-editor/:notificationId',
        { params: { notificationId: id }, body: { validUntil: dayAfter(lastDay) } },
        { ifMatch: edit?.since ?? tag },
      ),
    onSuccess: async ({ tag: since }, saved) => {
      toast.success({ title: words.updated, body: words.saved, closeLabel });
      await notifications.changed(client);
      // Keep a day typed during the save, now based on the saved version.
      setEdit((now) => (now === null || now.day === saved ? null : { ...now, since }));
    },
    onError: async (error) => {
      // Every error response counts as a failed save (NOTIF-DET-15).
      const isLost = !(error instanceof ApiProblem) || error.status === 0;
      const title = isLost ? words.validUntil : words.notUpdated;
      const body = isLost ? wordsOf(error, words.saveFailed) : words.saveFailed;
      toast.failure({ title, body, closeLabel });
      if (isOutcomeUnknown(error)) return notifications.changed(client);
      if (!(error instanceof ApiProblem) || error.status !== 412) return;
      // A second Save then overwrites the other date deliberately, since it is shown.
      setEdit((now) => now && { ...now, since: error.tag });
      await notifications.changed(client);
    },
  });
};

/** The last day of validity, editable after sending (NOTIF-DET-12..15); polling never overwrites what is being typed (NOTIF-DET-30). */
export const ValidityField = ({ notification, tag }: { notification: Notification; tag: string | null }) => {
  const words = useMessages(detailsMessages);
  const { fields, send } = useMessages(notificationMessages);
  const codes = { ...useMessages(codeMessages), ...fields };
  const format = useFormat();
  const stored = lastDayOf(notification.validUntil);
  // The day as typed, and the tag of the version that it is based on.
  const [edit, setEdit] = useState<Edit | null>(null);
  const day = edit?.day ?? stored;
  const isDay = readInstant(day) !== null;
  const days = daysShown(format.day(notification.createdAt), day);
  const hints = [days !== null && send.lastDay(format.longDay(day), days), day === stored && words.saveHint].filter(Boolean);
  const save = useSaveValidity({ id: notification._id, tag, edit, setEdit });
  const overtaken = save.error instanceof ApiProblem && save.error.status === 412 && day !== stored;
  return (
    <form
      className={classes.validity}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDay) save.mutate(day);
      }}
    >
      <DateField
        kind="day"
        use="end"
        label={words.validUntil}
        description={hints.join(' ')}
        value={day}
        onChange={(value) => setEdit({ day: value, since: edit && edit.day !== stored ? edit.since : tag })}
        error={day === '' ? codes.required : !isDay ? codes.notDate : overtaken ? words.changedMeanwhile(stored) : undefined}
      />
      <Button type="submit" variant="default" disabled={!isDay || day === stored} loading={save.isPending}>
        {words.save}
      </Button>
    </form>
  );
};
