import type { Approval } from '@endcap/contract/notifications';
import type { Person } from '@endcap/contract/session';

/** Returns why a person may not decide on an approval; null if they may. The server enforces the same rule (CARE-04). */
export const mayNotDecide = (
  { author, askedBy }: Pick<Approval, 'author' | 'askedBy'>,
  { id, isAdmin }: Pick<Person, 'id' | 'isAdmin'>,
): 'own' | 'staff' | null => {
  if (!isAdmin) return 'staff';
  return author.id === id || askedBy.id === id ? 'own' : null;
};
