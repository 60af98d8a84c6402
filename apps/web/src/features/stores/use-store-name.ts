import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../lib/session.ts';
import { stores } from './store.queries.ts';

/** Returns the name of a store, undefined until it is loaded. Administrators can read all stores, employees only their own. */
export const useStoreName = (storeId: string | null): string | undefined => {
  const { id, isAdmin } = usePerson();
  const { data: all } = useQuery({ ...stores.all(), enabled: isAdmin && storeId !== null });
  const { data: mine } = useQuery({ ...stores.mine(id), enabled: !isAdmin && storeId !== null });
  return (isAdmin ? all : mine && [mine])?.find(({ _id }) => _id === storeId)?.name;
};
