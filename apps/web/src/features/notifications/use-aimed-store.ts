import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../lib/session.ts';
import { stores } from '../stores/index.ts';

/** The one store that a send is aimed at: the selected one, or an employee's own. */
export const useAimedStore = (storeId: string | null): { name: string; notificationSign: string | null } | null => {
  const person = usePerson();
  const { data: mine } = useQuery({ ...stores.mine(person.id), enabled: !person.isAdmin });
  const { data: all = [] } = useQuery({ ...stores.all(), enabled: person.isAdmin });
  return (person.isAdmin ? all.find((one) => one._id === storeId) : mine) ?? null;
};
