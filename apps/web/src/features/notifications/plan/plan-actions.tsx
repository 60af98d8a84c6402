import type { Notification } from '@endcap/contract/notifications';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { planMessages } from './plan.messages.ts';

const MoveDialog = lazyPart(
  () => import('./move-dialog.tsx'),
  (module) => module.MoveDialog,
);

/** Actions that change a plan before it starts (PLAN-02). */
export const PlanActions = ({ notification }: { notification: Notification }) => {
  const words = useMessages(planMessages);
  const [isMoving, setMoving] = useState(false);
  return (
    <>
      <LinkButton to={paths.notificationNew} search={{ plan: notification._id }} variant="default">
        {words.edit}
      </LinkButton>
      {/* A send that starts on approval has no start time of its own. */}
      {notification.approval?.state === 'waiting' && notification.approval.atOnce ? null : (
        <Button variant="default" onClick={() => setMoving(true)} onPointerEnter={() => void MoveDialog.preload()}>
          {words.move}
        </Button>
      )}
      {isMoving && <MoveDialog notification={notification} onClose={() => setMoving(false)} />}
    </>
  );
};
