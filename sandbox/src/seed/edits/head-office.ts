import { demoPeople } from '../../demo/people.ts';

/** Editors at the demo chain's head office. Only Anna can sign in; the others appear in the history. */
export const headOffice = {
  anna: { id: 'admin', name: demoPeople.find(({ id }) => id === 'admin')?.name ?? '' },
  piotr: { id: 'marketing-1', name: 'Piotr Kaczmarek' },
  ewa: { id: 'marketing-2', name: 'Ewa Mazur' },
  tomasz: { id: 'loyalty-1', name: 'Tomasz Lis' },
  katarzyna: { id: 'customer-care-1', name: 'Katarzyna Baran' },
  grzegorz: { id: 'operations-1', name: 'Grzegorz Wrona' },
} as const;
