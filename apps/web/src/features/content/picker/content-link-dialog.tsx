import { deepLink } from '@endcap/contract/deep-links';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { config } from '../../../config.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import type { InsertLink } from '../../../ui/markdown-field.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { ContentPicker } from './content-picker.tsx';
import { pickerMessages } from './picker.messages.ts';

type ContentLinkDialogProps = { selected: string; onInsert: InsertLink; onClose: () => void };

/** Picks the item that a link of a text opens, and writes the app's deep link to it (MD-03). */
export const ContentLinkDialog = ({ selected, onInsert, onClose }: ContentLinkDialogProps) => {
  const words = useMessages(pickerMessages);
  const common = useMessages(commonMessages);
  const [text, setText] = useState(selected);
  const [picked, setPicked] = useState<{ id: string; title: string } | null>(null);
  return (
    <Dialog opened onClose={onClose} title={words.insertLink}>
      <Stack gap="md">
        <ContentPicker label={words.linkTarget} value={picked?.id ?? null} onChange={setPicked} takesFocus />
        <TextLine label={words.linkText} value={text} placeholder={picked?.title} onText={setText} />
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={!picked}
          onClick={() => picked && onInsert({ text: text.trim() || picked.title, target: deepLink(config.appScheme, picked.id) })}
        >
          {words.insert}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
