import type { Approval } from '@endcap/contract/notifications';
import type { Person } from '@endcap/contract/session';

/** Why a person may not decide on what waits; null: they may. The server holds it to the same (CARE-04). */
export const mayNotDecide = (
  { author, askedBy }: Pick<Approval, 'author' | 'askedBy'>,
  { id, isAdmin }: Pick<Person, 'id' | 'isAdmin'>,
): 'own' | 'staff' | null => {
  if (!isAdmin) return 'staff';
  return author.id === id || askedBy.id === id ? 'own' : null;
};
