import { nameWithCity } from '@endcap/contract/core';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { usePerson } from '../../../lib/session.ts';
import { IconDeviceMobile } from '../../../ui/icons/frame-icons.ts';
import { stores } from '../../stores/index.ts';
import { listMessages } from './list.messages.ts';

/** Count of phones that chose the employee's store; a dash while the count is unavailable (NOTIF-LIST-14, 15, 25). */
export const StoreReachBanner = () => {
  const words = useMessages(listMessages);
  const format = useFormat();
  const person = usePerson();
  const { data: store } = useQuery(stores.mine(person.id));
  const { data: reach } = useQuery({ ...stores.subscription(store?._id ?? ''), enabled: store !== undefined });
  if (!store) return null;
  const devices = (count: number | undefined) => ({ n: count ?? 0, shown: count === undefined ? '–' : format.number(count) });
  return (
    <Alert
      mb="md"
      variant="light"
      icon={<IconDeviceMobile aria-hidden />}
      title={nameWithCity(store)}
      role="status"
      data-testid="store-reach"
    >
      {words.reach(devices(reach?.main), devices(reach?.notifications))}
    </Alert>
  );
};
