import { type AudienceRule, isSameAudience } from '@endcap/contract/audience';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import type { Picked } from './audience-now.ts';
import { LeftOutNotice } from './left-out-notice.tsx';
import { pickedMessages } from './picked.messages.ts';

const AudiencesDialog = lazyPart(
  () => import('./audiences-dialog.tsx'),
  (module) => module.AudiencesDialog,
);

type SavedAudiencesProps = { rule: AudienceRule; onPick: (rule: AudienceRule) => void };

/** Button for saved audiences, and the name of the picked one while the form still has it (PLAN-06). */
export const SavedAudiences = ({ rule, onPick }: SavedAudiencesProps) => {
  const words = useMessages(pickedMessages);
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<Picked | null>(null);
  const pick = (next: Picked): void => {
    setPicked(next);
    onPick(next.now.rule);
    setOpen(false);
  };
  const isPicked = picked !== null && isSameAudience(picked.now.rule, rule);
  return (
    <Stack gap="xs" mb="md">
      <div>
        <Button
          variant="default"
          size="compact-md"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={() => void AudiencesDialog.preload()}
        >
          {words.open}
        </Button>{' '}
        <span role="status" data-testid="picked-audience">
          {isPicked && words.picked(picked.name ?? words.used)}
        </span>
      </div>
      {isPicked && picked.now.leftOut.length > 0 && <LeftOutNotice without={picked.now} testId="audience-without" />}
      {isOpen && <AudiencesDialog rule={rule} picked={picked?.name ?? null} onPick={pick} onClose={() => setOpen(false)} />}
    </Stack>
  );
};
