import { EARLIER_DAYS } from '@endcap/contract/stores';
import { catalogue } from '../../lib/language.tsx';

const sinceWords = {
  pl: (day: string, isWhole: boolean) => (isWhole ? `w ciągu ${EARLIER_DAYS} dni` : `od ${day} (wcześniejszych danych nie ma)`),
  en: (day: string, isWhole: boolean) => (isWhole ? `over ${EARLIER_DAYS} days` : `since ${day} (nothing earlier was kept)`),
};

export const statsMessages = catalogue(
  {
    title: 'Subskrypcje powiadomień',
    columns: { storeNo: 'Numer sklepu', address: 'Adres', main: 'Główny sklep', notifications: 'Powiadomienia (ulubione)' },
    short: { main: 'Główny', notifications: 'Powiad.' },
    examples: { storeNo: 'np. 101', address: 'np. Łódź', main: 'np. ≥ 50', notifications: 'np. ≥ 50' },
    change: 'zmiana',
    share: 'subskrypcje w stosunku do urządzeń z tym głównym sklepem:',
    legend: (day: string, isWhole: boolean) =>
      `Pod liczbami: zmiana ${sinceWords.pl(day, isWhole)}; procent: subskrypcje powiadomień w stosunku do urządzeń z tym głównym sklepem (może przekraczać 100 %).`,
    total: 'Razem',
    found: (n: string) => `Sklepy: ${n}`,
    search: (column: string) => `Szukaj: ${column}`,
    export: (format: string) => `Eksport ${format}`,
    exportFailed: 'Nie udało się utworzyć pliku.',
    empty: 'Nie ma jeszcze sklepów',
    noMatch: 'Nic nie pasuje do wyszukiwania',
  },
  {
    title: 'Notification subscriptions',
    columns: { storeNo: 'Store number', address: 'Address', main: 'Main', notifications: 'Notifications (favorite)' },
    short: { main: 'Main', notifications: 'Notif.' },
    examples: { storeNo: 'e.g. 101', address: 'e.g. Łódź', main: 'e.g. ≥ 50', notifications: 'e.g. ≥ 50' },
    change: 'change',
    share: 'subscriptions compared with main-store devices:',
    legend: (day, isWhole) =>
      `Below the counts: change ${sinceWords.en(day, isWhole)}; percentage: subscriptions compared with devices that have it as main store (can exceed 100%).`,
    total: 'Total',
    found: (n) => `Stores: ${n}`,
    search: (column) => `Search: ${column}`,
    export: (format) => `Export ${format}`,
    exportFailed: 'The file could not be made.',
    empty: 'There are no stores yet',
    noMatch: 'Nothing matches the search',
  },
);
