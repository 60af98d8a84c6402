import type { Notification } from '@endcap/contract/notifications';
import { Alert, Button, Text } from '@mantine/core';
import { callTagged } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { followUpMessages } from './follow-up.messages.ts';
import classes from './follow-up.module.css';
import { useFollowUp } from './use-follow-up.ts';

/** Confirms a recall and explains its limits on each platform (RECALL-01). */
export const TakeBackDialog = ({ notification, onClose }: { notification: Notification; onClose: () => void }) => {
  const { takeBack: words } = useMessages(followUpMessages);
  const format = useFormat();
  const { successful = 0, remaining = 0 } = notification.details ?? {};
  const { take, isPending, isOver, message } = useFollowUp(
    notification,
    () => callTagged('POST /api/v1/notification-editor/:notificationId/take-back', { params: { notificationId: notification._id } }),
    onClose,
  );
  return (
    <Dialog opened onClose={() => !isPending && onClose()} title={words.title}>
      {remaining > 0 && <Text mb="sm">{words.stops(format.number(remaining))}</Text>}
      <Text>{words.reached(format.number(successful))}</Text>
      <ul className={classes.platforms}>
        <li>{words.android}</li>
        <li>{words.ios}</li>
      </ul>
      <Text mb="sm">{words.limits}</Text>
      <Text>{words.inbox}</Text>
      {message && (
        <Alert color="red" variant="light" mt="md">
          {message}
        </Alert>
      )}
      <DialogButtons>
        {/* The harmless choice has the focus. */}
        <Button variant="default" data-autofocus disabled={isPending} onClick={onClose}>
          {words.keep}
        </Button>
        <Button color="red" loading={isPending} disabled={isOver} onClick={() => take()}>
          {words.confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
