import type { Notification } from '@endcap/contract/notifications';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { IconPencil } from '../../../ui/icons/frame-icons.ts';
import { IconArrowBackUp } from '../../../ui/icons/steering-icons.ts';
import { followUpMessages } from './follow-up.messages.ts';
import classes from './follow-up.module.css';
import detailsClasses from './notification-details.module.css';
import { isStillGoingOut, mayBeCorrected, mayBeTakenBack } from './what-may-follow.ts';

const CorrectDialog = lazyPart(
  () => import('./correct-dialog.tsx'),
  (module) => module.CorrectDialog,
);
const TakeBackDialog = lazyPart(
  () => import('./take-back-dialog.tsx'),
  (module) => module.TakeBackDialog,
);

/** Actions on a message that phones have: correct it or take it back (RECALL-01, RECALL-02). */
export const FollowUpActions = ({ notification, tag }: { notification: Notification; tag: string | null }) => {
  const words = useMessages(followUpMessages);
  const [dialog, setDialog] = useState<'correct' | 'takeBack' | null>(null);
  const [openedAt] = useState(() => new Date());
  const close = (): void => setDialog(null);
  const [corrects, takesBack] = [mayBeCorrected(notification, openedAt), mayBeTakenBack(notification)];
  // An open dialog stays to explain why the action came too late.
  if (!corrects && !takesBack && dialog === null) return null;
  return (
    <div role="group" aria-label={words.actions} className={classes.actions}>
      {corrects && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('correct')}>
          {words.correct.button}
        </Button>
      )}
      {takesBack && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          // Red only after sending has ended; before that, red marks the button that ends it.
          {...(!isStillGoingOut(notification) && { className: detailsClasses.ends ?? '' })}
          onClick={() => setDialog('takeBack')}
        >
          {words.takeBack.button}
        </Button>
      )}
      {dialog === 'correct' && <CorrectDialog notification={notification} tag={tag} onClose={close} />}
      {dialog === 'takeBack' && <TakeBackDialog notification={notification} onClose={close} />}
    </div>
  );
};
