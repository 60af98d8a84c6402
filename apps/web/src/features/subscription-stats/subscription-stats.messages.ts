import { catalogue } from '../../lib/language.tsx';

export const statsMessages = catalogue(
  {
    title: 'Subskrypcje powiadomień',
    columns: { storeNo: 'Numer sklepu', address: 'Adres', main: 'Główny sklep', notifications: 'Powiadomienia (ulubione)' },
    search: (column: string) => `Szukaj: ${column}`,
    export: (format: string) => `Eksport ${format}`,
    exportFailed: 'Nie udało się utworzyć pliku.',
    empty: 'Nie ma jeszcze sklepów',
    noMatch: 'Nic nie pasuje do wyszukiwania',
  },
  {
    title: 'Notification subscriptions',
    columns: { storeNo: 'Store number', address: 'Address', main: 'Main', notifications: 'Notifications (favorite)' },
    search: (column) => `Search: ${column}`,
    export: (format) => `Export ${format}`,
    exportFailed: 'The file could not be made.',
    empty: 'There are no stores yet',
    noMatch: 'Nothing matches the search',
  },
);
