import { INVITE_MINUTES, type TestPhone, type TestPhoneInvite } from '@endcap/contract/devices';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { useNow } from '../../lib/use-now.ts';
import { withOther } from '../../lib/with-other.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './devices.module.css';
import { devicesMessages } from './devices.messages.ts';
import { testPhones } from './devices.queries.ts';
import { NamePhone } from './name-phone.tsx';

/** `shownAt` is a time of this device's clock, which may differ from the server's. */
export type ShownInvite = TestPhoneInvite & { shownAt: number };

type AddTestPhoneProps = {
  invite: ShownInvite;
  /** Test phones registered before the invite. */
  registered: readonly TestPhone[];
  /** Requests a new code. */
  again: { ask: () => void; isPending: boolean };
  onClose: () => void;
};

const Invite = ({ invite, again }: Pick<AddTestPhoneProps, 'invite' | 'again'>) => {
  const words = useMessages(devicesMessages);
  const format = useFormat();
  const endsAt = invite.shownAt + INVITE_MINUTES * 60_000;
  const isOver = useNow(1_000) >= endsAt;
  if (isOver)
    return (
      <div className={classes.invite}>
        <p role="status">{words.expired}</p>
        <Button type="button" loading={again.isPending} onClick={again.ask}>
          {words.another}
        </Button>
      </div>
    );
  return (
    <div className={classes.invite}>
      <p>{words.addText}</p>
      <QrCode text={invite.link} label={words.code} />
      <p>
        <span>{words.inWords}</span>{' '}
        <code data-testid="tester-code" translate="no">
          {invite.code}
        </code>
      </p>
      <p>{words.until(format.time(endsAt))}</p>
      <p role="status">{words.waiting}</p>
    </div>
  );
};

/** Shows the code until a phone has scanned it, then a field for the name of that phone (PLAN-07). */
export const AddTestPhone = ({ invite, registered, again, onClose }: AddTestPhoneProps) => {
  const words = useMessages(devicesMessages);
  const { other } = useMessages(commonMessages);
  const [before] = useState(() => new Set(registered.map(({ _id }) => _id)));
  const [added, setAdded] = useState<TestPhone | null>(null);
  const { data } = useQuery(testPhones.all(added === null));
  const came = data?.find(({ _id }) => !before.has(_id));
  if (came && !added) setAdded(came);
  return (
    <Dialog opened onClose={onClose} title={words.addTitle}>
      {added ? (
        <>
          <p role="status">{words.added(words.facts(withOther(words.platforms, added.platform, other), added.appVersion))}</p>
          <NamePhone phone={added} cancel={words.done} onClose={onClose} />
        </>
      ) : (
        <Invite invite={invite} again={again} />
      )}
    </Dialog>
  );
};
