import type { TestPhone } from '@endcap/contract/devices';
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, call } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { IconPlus } from '../../ui/icons/frame-icons.ts';
import { AddTestPhone, type ShownInvite } from './add-test-phone.tsx';
import { devicesMessages } from './devices.messages.ts';

type InviteProps = {
  /** Registered test phones; undefined until they are loaded. */
  registered: readonly TestPhone[] | undefined;
};

/** Requests a code and shows it. An error (429: too many codes) is shown above the button (PLAN-07). */
export const InviteTestPhone = ({ registered }: InviteProps) => {
  const words = useMessages(devicesMessages);
  const [invite, setInvite] = useState<ShownInvite | null>(null);
  const inviting = useMutation({
    mutationFn: () => call('POST /api/v1/test-phones/invites', {}),
    onSuccess: (made) => setInvite({ ...made, shownAt: Date.now() }),
  });
  const tooMany = inviting.error instanceof ApiProblem && inviting.error.status === 429;
  return (
    <>
      {inviting.isError && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          {tooMany ? words.tooMany : words.addFailed}
        </Alert>
      )}
      <Button
        type="button"
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={!registered}
        loading={inviting.isPending}
        onClick={() => inviting.mutate()}
      >
        {words.add}
      </Button>
      {invite && registered && (
        <AddTestPhone
          invite={invite}
          registered={registered}
          again={{ ask: () => inviting.mutate(), isPending: inviting.isPending }}
          onClose={() => setInvite(null)}
        />
      )}
    </>
  );
};
