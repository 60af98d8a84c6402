import { catalogue } from '../../../lib/language.tsx';

/** Apart from what the details say of a plan: it comes with the first load. */
export const plannedMessages = catalogue(
  { planned: (left: string) => `Zaplanowano, ${left}`, overdue: 'Czeka na decyzję', unapproved: 'Czeka na zatwierdzenie' },
  { planned: (left) => `Planned, ${left}`, overdue: 'Waiting for a decision', unapproved: 'Waiting for approval' },
);
