import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../lib/session.ts';
import { stores } from './store.queries.ts';

/** What a store is called, for whoever may know: administrators know all of them, employees their own; undefined until it is known. */
export const useStoreName = (storeId: string | null): string | undefined => {
  const { id, isAdmin } = usePerson();
  const { data: all } = useQuery({ ...stores.all(), enabled: isAdmin && storeId !== null });
  const { data: mine } = useQuery({ ...stores.mine(id), enabled: !isAdmin && storeId !== null });
  return (isAdmin ? all : mine && [mine])?.find(({ _id }) => _id === storeId)?.name;
};
