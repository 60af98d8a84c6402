import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../../lib/session.ts';
import { stores } from '../../stores/index.ts';

/** The sign of the one store that a send is aimed at, so that the preview shows the title as it arrives. */
export const useStoreSign = (storeId: string | null): string | null => {
  const person = usePerson();
  const { data: mine } = useQuery({ ...stores.mine(person.id), enabled: !person.isAdmin });
  const { data: all = [] } = useQuery({ ...stores.all(), enabled: person.isAdmin });
  const store = person.isAdmin ? all.find((one) => one._id === storeId) : mine;
  return store?.notificationSign ?? null;
};
