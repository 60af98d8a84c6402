import type { TestPhone } from '@endcap/contract/devices';
import { Alert, Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './devices.module.css';
import { devicesMessages } from './devices.messages.ts';
import { testPhones } from './devices.queries.ts';
import { InviteTestPhone } from './invite-test-phone.tsx';
import { NamePhone } from './name-phone.tsx';
import { RemoveTestPhone } from './remove-test-phone.tsx';

type PhoneDialog = { about: 'name' | 'remove'; phone: TestPhone };

const PhoneLine = ({ phone, onOpen }: { phone: TestPhone; onOpen: (dialog: PhoneDialog) => void }) => {
  const words = useMessages(devicesMessages);
  const { other } = useMessages(commonMessages);
  const format = useFormat();
  const name = phone.name ?? words.unnamed;
  return (
    <li className={classes.phone}>
      <div>
        <span>{name}</span>
        <small>
          {[
            words.facts(withOther(words.platforms, phone.platform, other), phone.appVersion),
            words.seen(format.dayAndMonth(format.day(phone.seenAt))),
          ].join(' · ')}
        </small>
      </div>
      {!phone.reachable && (
        <Badge color="orange" variant="light" tt="none" miw="max-content">
          {words.unreachable}
        </Badge>
      )}
      <div className={classes.tools}>
        <Button
          type="button"
          size="compact-sm"
          variant="default"
          aria-label={words.renameOf(name)}
          onClick={() => onOpen({ about: 'name', phone })}
        >
          {words.rename}
        </Button>
        <Button
          type="button"
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={words.removeOf(name)}
          onClick={() => onOpen({ about: 'remove', phone })}
        >
          {words.remove}
        </Button>
      </div>
    </li>
  );
};

/** The phones that receive tests (PLAN-07). */
export const TestPhones = () => {
  const words = useMessages(devicesMessages);
  const common = useMessages(commonMessages);
  const { data, isError, refetch } = useQuery(testPhones.all());
  const [dialog, setDialog] = useState<PhoneDialog | null>(null);
  const close = (): void => setDialog(null);
  return (
    <>
      <p className={classes.about}>{words.about}</p>
      {isError && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          <span>{words.failed}</span>{' '}
          <Button type="button" size="compact-sm" variant="default" onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </Alert>
      )}
      {data?.length === 0 && <p className={classes.about}>{words.none}</p>}
      {data && data.length > 0 && (
        <ul className={classes.phones} aria-label={words.list}>
          {data.map((phone) => (
            <PhoneLine key={phone._id} phone={phone} onOpen={setDialog} />
          ))}
        </ul>
      )}
      <InviteTestPhone registered={data} />
      {dialog?.about === 'name' && (
        <Dialog opened onClose={close} title={words.renameOf(dialog.phone.name ?? words.unnamed)}>
          <NamePhone phone={dialog.phone} cancel={common.cancel} onClose={close} />
        </Dialog>
      )}
      {dialog?.about === 'remove' && <RemoveTestPhone phone={dialog.phone} onClose={close} />}
    </>
  );
};
