import { catalogue } from '../lib/language.tsx';

/** What is said before something is deleted, and of what uses it. */
export const deleteMessages = catalogue(
  {
    deleteTitle: (name: string) => `Usunąć „${name}”?`,
    irreversible: 'Tej czynności nie można cofnąć.',
    checkingUsage: 'Sprawdzanie powiązań …',
    usageFailed: 'Nie udało się sprawdzić powiązań.',
    unused: 'Brak powiązań.',
    usedBy: 'Powiązania:',
    andMore: (n: number) => `i jeszcze ${n}`,
    deleteFailed: 'Nie udało się usunąć. Nic się nie zmieniło.',
    perhapsDeleted: 'Serwer tego nie potwierdził: nie wiadomo, czy usunięto. Można spróbować ponownie.',
  },
  {
    deleteTitle: (name) => `Delete “${name}”?`,
    irreversible: 'This action is irreversible.',
    checkingUsage: 'Checking where it is used …',
    usageFailed: 'Where it is used could not be checked.',
    unused: 'Nothing uses it.',
    usedBy: 'Used by:',
    andMore: (n) => `and ${n} more`,
    deleteFailed: 'It could not be deleted. Nothing changed.',
    perhapsDeleted: 'The server did not confirm it: nobody knows whether it was deleted. You can try again.',
  },
);
