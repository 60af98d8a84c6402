import { Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { toast } from '../lib/toast.ts';
import type { Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';

/** Where an item of a list is edited. */
export const itemPath = (list: PlainPath, id: string): string => `${list}/${id}`;

type SavedItem = { name: string; mergedWith: Pick<Marked, 'updatedBy'> | null; opens: string | null; typedSince?: boolean };

/** Says what was saved, with whose changes, and leads back to it (change 4 of the review). */
export const useSavedWord = () => {
  const words = useMessages(frameMessages);
  const { close } = useMessages(commonMessages);
  const navigate = useNavigate();
  return ({ name, mergedWith, opens, typedSince }: SavedItem): void =>
    toast.success({
      title: words.savedItem(name),
      closeLabel: close,
      body: (
        <>
          {mergedWith && <span>{words.merged(mergedWith.updatedBy ?? words.someone)} </span>}
          {typedSince && words.typedSince}
          {opens !== null && (
            // Toasts stand outside the router.
            <Anchor
              href={opens}
              inherit
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                void navigate({ to: opens });
              }}
            >
              {words.openItem}
            </Anchor>
          )}
        </>
      ),
    });
};
