import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNotFound } from '../../lib/api.ts';
import { usePerson } from '../../lib/session.ts';
import { stores } from '../stores/index.ts';

/** The one store that a send is aimed at: the selected one, or an employee's own. */
export const useAimedStore = (storeId: string | null): { name: string; notificationSign: string | null } | null => {
  const person = usePerson();
  const { data: mine, error } = useQuery({ ...stores.mine(person.id), enabled: !person.isAdmin });
  const { data: all = [] } = useQuery({ ...stores.all(), enabled: person.isAdmin });
  const isGone = isNotFound(error);
  useEffect(() => {
    // Administrators have no store of their own. Reload the rights, since the person may have become one (Z20).
    if (isGone) void import('../../lib/rights.ts').then(({ refreshRights }) => refreshRights());
  }, [isGone]);
  return (person.isAdmin ? all.find((one) => one._id === storeId) : mine) ?? null;
};
