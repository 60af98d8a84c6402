import { Button, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { memo, useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../lib/language.tsx';
import { session } from '../lib/session.ts';
import { unsaved } from '../lib/unsaved.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { frameMessages } from './frame.messages.ts';

type UnsavedGuardProps = {
  /** Called when the person leaves. */
  isDirty: () => boolean;
  /** Called when the person chose to discard the input. */
  onLeave: () => void;
};

/** Asks for confirmation before a link, Back, closing or signing out discards input (ux 8). Not after an ended session: the draft stays. */
export const UnsavedGuard = memo(({ isDirty, onLeave }: UnsavedGuardProps) => {
  const words = useMessages(frameMessages);
  const wouldLose = (): boolean => isDirty() && session.get() !== null;
  const blocker = useBlocker({
    // A new search or hash of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  });
  const [answer, setAnswer] = useState<((may: boolean) => void) | null>(null);
  const ask = useEffectEvent((): Promise<boolean> =>
    isDirty() ? new Promise((resolve) => setAnswer(() => resolve)) : Promise.resolve(true),
  );
  useEffect(() => unsaved.register(() => ask()), []);

  const decide = (leave: boolean): void => {
    if (leave) onLeave();
    answer?.(leave);
    setAnswer(null);
    if (blocker.status === 'blocked') (leave ? blocker.proceed : blocker.reset)();
  };
  return (
    <Dialog opened={answer !== null || blocker.status === 'blocked'} onClose={() => decide(false)} title={words.unsavedTitle}>
      <Text>{words.unsavedText}</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => decide(false)}>
          {words.stay}
        </Button>
        <Button color="red" variant="light" onClick={() => decide(true)}>
          {words.leave}
        </Button>
      </DialogButtons>
    </Dialog>
  );
});
