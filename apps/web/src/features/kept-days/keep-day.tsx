import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { keptDayMessages } from './kept-days.messages.ts';

const KeptDayDialog = lazyPart(
  () => import('./kept-day-dialog.tsx'),
  (module) => module.KeptDayDialog,
);

type KeepDayProps = {
  /** What is offered first. */
  first: string;
  onKept: (day: string) => void;
};

/** CARE-06: the way to keep another day free. */
export const KeepDay = ({ first, onKept }: KeepDayProps) => {
  const words = useMessages(keptDayMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} onPointerEnter={() => void KeptDayDialog.preload()}>
        {words.keep}
      </Button>
      {isOpen && <KeptDayDialog kept={null} first={first} onClose={() => setOpen(false)} onSaved={onKept} />}
    </>
  );
};
