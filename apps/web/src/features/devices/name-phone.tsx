import { TESTER_NAME_MAX_LENGTH, type TestPhone } from '@endcap/contract/devices';
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, isOutcomeUnknown } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import classes from './devices.module.css';
import { devicesMessages } from './devices.messages.ts';
import { testPhones } from './devices.queries.ts';

type NamePhoneProps = { phone: TestPhone; cancel: string; onClose: () => void };

/** Dialog for the name of a test phone. Not a `<form>`: its submit event would bubble to the form around the dialog. */
export const NamePhone = ({ phone, cancel, onClose }: NamePhoneProps) => {
  const words = useMessages(devicesMessages);
  const client = useQueryClient();
  const [name, setName] = useState(phone.name ?? '');
  const isTooLong = name.trim().length > TESTER_NAME_MAX_LENGTH;
  const saving = useMutation({
    mutationFn: () => call('PATCH /api/v1/test-phones/:phoneId', { params: { phoneId: phone._id }, body: { name } }),
    onSuccess: async () => {
      await testPhones.changed(client);
      onClose();
    },
    // The phone may have been renamed despite the error.
    onError: () => void testPhones.changed(client),
  });
  const save = (): void => {
    if (!isTooLong && !saving.isPending) saving.mutate();
  };
  return (
    <div className={classes.named}>
      <TextLine
        label={words.name}
        description={words.nameHint}
        autoComplete="off"
        data-autofocus
        value={name}
        onText={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
        error={isTooLong && words.tooLong(TESTER_NAME_MAX_LENGTH)}
      />
      {saving.isError && (
        <Alert color="red" variant="light" role="alert">
          {isOutcomeUnknown(saving.error) ? words.perhapsSaved : words.saveFailed}
        </Alert>
      )}
      <DialogButtons>
        <Button type="button" variant="default" disabled={saving.isPending} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="button" loading={saving.isPending} disabled={isTooLong} onClick={save}>
          {words.save}
        </Button>
      </DialogButtons>
    </div>
  );
};
