import { catalogue, type Language, plural } from '../../lib/language.tsx';

const counted = (language: Language, n: number, forms: Parameters<typeof plural>[2]): string =>
  `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(n)} ${plural(language, n, forms)}`;

export const customersMessages = catalogue(
  {
    title: 'Usunąć dane klienta?',
    customer: 'Identyfikator klienta',
    hint: 'Dokładnie takie, jakie podaje aplikacja.',
    wrong: 'Od 1 do 200 znaków bez spacji i polskich liter.',
    look: 'Sprawdź',
    looking: 'Sprawdzanie, jakie dane są przechowywane …',
    lookFailed: 'Nie udało się sprawdzić, jakie dane są przechowywane.',
    again: 'Spróbuj ponownie',
    nothing: (id: string) => `Nie ma żadnych danych klienta ${id}.`,
    erasedAt: (when: string) => `Dane tego klienta usunięto już raz: ${when}.`,
    willGo: (id: string) => `Dane klienta ${id}, które zostaną usunięte:`,
    unverified: 'Identyfikator pochodzi z aplikacji i nie jest potwierdzony. Usunięte zostaną dane z każdego urządzenia, które go podało.',
    devices: (n: number) =>
      counted('pl', n, { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' }) +
      ' z adresem powiadomień i wybranymi sklepami',
    threads: (n: number, messages: number) =>
      `${counted('pl', n, { one: 'rozmowa', few: 'rozmowy', many: 'rozmów', other: 'rozmowy' })} z asystentem (${counted('pl', messages, { one: 'wiadomość', few: 'wiadomości', many: 'wiadomości', other: 'wiadomości' })})`,
    receipts: (n: number) =>
      counted('pl', n, { one: 'potwierdzenie', few: 'potwierdzenia', many: 'potwierdzeń', other: 'potwierdzenia' }) +
      ' dostarczenia lub otwarcia powiadomień',
    showings: (n: number) =>
      `${counted('pl', n, { one: 'wyświetlenie', few: 'wyświetlenia', many: 'wyświetleń', other: 'wyświetlenia' })} popupów`,
    stays: 'Liczby przy powiadomieniach i w statystykach się nie zmienią. Jeśli klient znów otworzy aplikację, zacznie w niej od nowa.',
    irreversible: 'Tej czynności nie można cofnąć.',
    confirm: 'Usuń dane',
    failed: 'Nie udało się usunąć wszystkiego. Spróbuj ponownie, usuwanie zacznie się tam, gdzie zostało przerwane.',
    unknown:
      'Serwer tego nie potwierdził: nie wiadomo, czy usunięto wszystko. Spróbuj ponownie, usuwanie zacznie się tam, gdzie zostało przerwane.',
    done: 'Dane klienta usunięte',
    doneText: 'Wpis o tym jest w Aktywności.',
  },
  {
    title: 'Erase a customer’s data?',
    customer: 'User id',
    hint: 'Exactly as the app gives it.',
    wrong: '1 to 200 characters, without spaces and accents.',
    look: 'Look up',
    looking: 'Looking up stored data …',
    lookFailed: 'The stored data could not be looked up.',
    again: 'Try again',
    nothing: (id) => `No data is stored about ${id}.`,
    erasedAt: (when) => `This customer was erased before: ${when}.`,
    willGo: (id) => `Data of ${id} that will be erased:`,
    unverified: 'This id comes from the app and is not verified. Data from every device that gave it will be erased.',
    devices: (n) => `${counted('en', n, { one: 'device', other: 'devices' })} with push address and chosen stores`,
    threads: (n, messages) =>
      `${counted('en', n, { one: 'conversation', other: 'conversations' })} with the assistant (${counted('en', messages, { one: 'message', other: 'messages' })})`,
    receipts: (n) => `${counted('en', n, { one: 'receipt', other: 'receipts' })} of notifications that were delivered or opened`,
    showings: (n) => `${counted('en', n, { one: 'popup', other: 'popups' })} shown`,
    stays: 'The figures of notifications and the statistics do not change. A customer who opens the app again starts from scratch.',
    irreversible: 'This action is irreversible.',
    confirm: 'Erase',
    failed: 'Not everything could be erased. Try again: it goes on where it was interrupted.',
    unknown: 'The server did not confirm whether everything was erased. Try again: it goes on where it was interrupted.',
    done: 'The customer’s data is erased',
    doneText: 'Activity has an entry for it.',
  },
);
