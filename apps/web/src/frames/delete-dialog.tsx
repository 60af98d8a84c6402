import type { Usage } from '@endcap/contract/core';
import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isNotFound, isOutcomeUnknown } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import classes from './questions.module.css';
import { deleteMessages, frameMessages } from './frame.messages.ts';
import { UsageList } from './usage-list.tsx';

export type DeleteDialogProps = {
  item: { id: string; name: string };
  /** Loads the usages of the item; undefined for kinds of items that nothing can use. */
  usage?: ((id: string) => Promise<Usage[]>) | undefined;
  /** Effect of a delete on the items that use it. */
  consequence?: string | undefined;
  remove: (id: string) => Promise<unknown>;
  onClose: () => void;
  onDeleted: () => void;
  /** Called when the outcome of the delete is unknown. */
  onUnknown: () => void;
};

/** Confirms a delete: names the item and its usages, and puts the focus on Cancel (ux 19, ERR-06, S20). */
export const DeleteDialog = ({ item, usage, consequence, remove, onClose, onDeleted, onUnknown }: DeleteDialogProps) => {
  const words = useMessages(deleteMessages);
  const { confirmDelete } = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const used = useQuery({ queryKey: ['usage', item.id], queryFn: async () => (usage ? usage(item.id) : []), gcTime: 0 });
  // Ignores a second press before the pending state is rendered.
  const isSubmitted = useRef(false);
  const deletion = useMutation({
    // If the item is gone, somebody else deleted it, which counts as success.
    mutationFn: () => remove(item.id).catch((error: unknown) => (isNotFound(error) ? undefined : Promise.reject(error))),
    onSuccess: onDeleted,
    onError: (error) => {
      isSubmitted.current = false;
      if (isOutcomeUnknown(error)) onUnknown();
    },
  });
  return (
    <Dialog opened onClose={() => !deletion.isPending && onClose()} title={words.deleteTitle(item.name)}>
      {used.isPending ? (
        <Skeleton h={20} aria-label={words.checkingUsage} />
      ) : used.isError ? (
        <Text c="dimmed">{words.usageFailed}</Text>
      ) : used.data.length === 0 ? (
        usage && <Text c="dimmed">{words.unused}</Text>
      ) : (
        <>
          <Text>{words.usedBy}</Text>
          <UsageList usage={used.data} />
          {consequence && (
            <Text mt="sm" size="sm">
              {consequence}
            </Text>
          )}
        </>
      )}
      <Text className={classes.warning ?? ''}>{words.irreversible}</Text>
      {deletion.isError && (
        <Alert color="red" variant="light" mt="md">
          {isOutcomeUnknown(deletion.error) ? words.perhapsDeleted : words.deleteFailed}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus disabled={deletion.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          color="red"
          loading={deletion.isPending}
          onClick={() => {
            if (isSubmitted.current) return;
            isSubmitted.current = true;
            deletion.mutate();
          }}
        >
          {confirmDelete}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
