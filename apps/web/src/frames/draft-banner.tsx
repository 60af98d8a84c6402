import { Alert, Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useMessages } from '../lib/language.tsx';
import { answerAbove } from './editor-layout.tsx';
import classes from './editor-page.module.css';
import { frameMessages } from './frame.messages.ts';

type DraftBannerProps = { text: string; formRef: RefObject<HTMLFormElement | null>; onRestore: () => void; onDiscard: () => void };

/** Offers what an earlier visit typed and did not save (ux 9). */
export const DraftBanner = ({ text, formRef, onRestore, onDiscard }: DraftBannerProps) => {
  const words = useMessages(frameMessages);
  return (
    <Alert color="yellow" variant="light" role="status" mb="md" className={classes.found ?? ''}>
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={() => answerAbove(formRef.current, onRestore)}>
        {words.restore}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => answerAbove(formRef.current, onDiscard)}>
        {words.discard}
      </Button>
    </Alert>
  );
};
