import { Button } from '@mantine/core';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { BrokenLinks, type Leading } from './broken-links.tsx';
import { bulkMessages } from './bulk.messages.ts';

type EndNowDialogProps = Leading & { name: string; onConfirm: () => void; onClose: () => void };

/** Confirms the end of a publication if other items link to it (LINK-03). */
export const EndNowDialog = ({ name, usage, onConfirm, onClose }: EndNowDialogProps) => {
  const words = useMessages(bulkMessages);
  const common = useMessages(commonMessages);
  return (
    <Dialog opened onClose={onClose} title={words.endNowTitle(name)}>
      <BrokenLinks usage={usage} isAtOnce />
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {words.endNow}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
