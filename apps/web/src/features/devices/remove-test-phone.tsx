import type { TestPhone } from '@endcap/contract/devices';
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isNotFound, isOutcomeUnknown } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { devicesMessages } from './devices.messages.ts';
import { testPhones } from './devices.queries.ts';

/** Confirms the removal of a test phone. The safe answer has the focus (ux 19). */
export const RemoveTestPhone = ({ phone, onClose }: { phone: TestPhone; onClose: () => void }) => {
  const words = useMessages(devicesMessages);
  const common = useMessages(commonMessages);
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () =>
      call('DELETE /api/v1/test-phones/:phoneId', { params: { phoneId: phone._id } }).catch((error: unknown) => {
        // A 404 counts as success: somebody else removed it.
        if (!isNotFound(error)) throw error;
      }),
    onSuccess: async () => {
      await testPhones.changed(client);
      onClose();
    },
    // The phone may have been removed despite the error.
    onError: () => void testPhones.changed(client),
  });
  return (
    <Dialog opened onClose={() => !removing.isPending && onClose()} title={words.removeTitle(phone.name ?? words.unnamed)}>
      <Text>{words.removeText}</Text>
      {removing.isError && (
        <Alert color="red" variant="light" mt="md" role="alert">
          {isOutcomeUnknown(removing.error) ? words.perhapsRemoved : words.removeFailed}
        </Alert>
      )}
      <DialogButtons>
        <Button type="button" variant="default" data-autofocus disabled={removing.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="button" color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
          {words.remove}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
