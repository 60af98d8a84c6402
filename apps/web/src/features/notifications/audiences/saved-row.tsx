import type { AudienceRule } from '@endcap/contract/audience';
import { AUDIENCE_NAME_MAX_LENGTH, type SavedAudience } from '@endcap/contract/notifications';
import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { IconPencil, IconTrash } from '../../../ui/icons/frame-icons.ts';
import { TextLine } from '../../../ui/text-line.tsx';
import type { Picked } from './audience-now.ts';
import { PickAudience } from './audience-row.tsx';
import classes from './audiences.module.css';
import { audiencesMessages } from './audiences.messages.ts';
import { audiences } from './audiences.queries.ts';
import { useRefusal } from './use-refusal.ts';

type StepProps = { audience: SavedAudience; onDone: () => void; onChanged: () => Promise<void> };

/** Not a `form` element: React would bubble its submit event from the dialog to the enclosing form. */
const Rename = ({ audience, onDone, onChanged }: StepProps) => {
  const words = useMessages(audiencesMessages);
  const common = useMessages(commonMessages);
  const refusalOf = useRefusal();
  const [name, setName] = useState(audience.name);
  const rename = useMutation({
    mutationFn: () => audiences.change(audience, { name }),
    onSuccess: onDone,
    onSettled: onChanged,
  });
  const isEmpty = name.trim() === '';
  return (
    <div className={classes.rename}>
      <TextLine
        aria-label={words.newName(audience.name)}
        value={name}
        maxLength={AUDIENCE_NAME_MAX_LENGTH}
        autoComplete="off"
        autoFocus
        error={rename.isError && refusalOf(rename.error)}
        onText={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (!isEmpty && !rename.isPending) rename.mutate();
        }}
      />
      <Button size="compact-md" disabled={isEmpty} loading={rename.isPending} onClick={() => rename.mutate()}>
        {words.saveName}
      </Button>
      <Button size="compact-md" variant="subtle" color="gray" onClick={onDone}>
        {common.cancel}
      </Button>
    </div>
  );
};

/** Confirms the removal, since everyone shares the audience. The safe answer has the focus. */
const Remove = ({ audience, onDone, onChanged }: StepProps) => {
  const words = useMessages(audiencesMessages);
  const common = useMessages(commonMessages);
  const refusalOf = useRefusal();
  const removal = useMutation({ mutationFn: () => audiences.remove(audience), onSuccess: onDone, onSettled: onChanged });
  return (
    <div className={classes.rename} role="group" aria-label={words.removeAsk(audience.name)}>
      <span>{removal.isError ? refusalOf(removal.error) : words.removeAsk(audience.name)}</span>
      <Button size="compact-md" color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
        {words.removeYes}
      </Button>
      <Button size="compact-md" variant="default" autoFocus onClick={onDone}>
        {common.cancel}
      </Button>
    </div>
  );
};

type SavedRowProps = { audience: SavedAudience; rule: AudienceRule; onPick: (picked: Picked) => void; onChanged: () => Promise<void> };

/** A saved audience: picked, renamed or deleted. */
export const SavedRow = ({ audience, rule, onPick, onChanged }: SavedRowProps) => {
  const words = useMessages(audiencesMessages);
  const [step, setStep] = useState<'rename' | 'remove' | null>(null);
  const { name } = audience;
  const done = (): void => setStep(null);
  if (step === 'rename') return <Rename audience={audience} onDone={done} onChanged={onChanged} />;
  if (step === 'remove') return <Remove audience={audience} onDone={done} onChanged={onChanged} />;
  return (
    <>
      <PickAudience audience={audience} name={name} rule={rule} onPick={onPick} />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.rename(name)} onClick={() => setStep('rename')}>
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.remove(name)} onClick={() => setStep('remove')}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  );
};
