import { catalogue, plural } from '../../../lib/language.tsx';

const counted = (language: 'pl' | 'en', forms: Parameters<typeof plural>[2]) => (count: number) =>
  `${count} ${plural(language, count, forms)}`;

/** To whom, what stands in the way, and what became of it. */
export const sendMessages = catalogue(
  {
    audience: {
      types: { all: 'wszystkie sklepy', contact: 'sklepy Contact', super: 'sklepy Super', generalist: 'sklepy Generalist' },
      otherStores: 'inne sklepy',
      group: (name: string) => `grupa ${name}`,
      groups: (count: number) => counted('pl', { one: 'grupa', few: 'grupy', many: 'grup', other: 'grupy' })(count),
      store: (name: string) => name,
      stores: (count: number) => counted('pl', { one: 'sklep', few: 'sklepy', many: 'sklepów', other: 'sklepu' })(count),
      without: (included: string, excluded: string) => `${included}; bez: ${excluded}`,
      nobody: 'nikt',
      everyone: 'Wszyscy użytkownicy aplikacji',
      label: 'Odbiorcy:',
    },
    startFailed: 'Nie udało się wczytać powiadomienia, które miało być użyte ponownie. Formularz jest pusty.',
    toStore: (store: string) => `Wyślij do klientów sklepu ${store}`,
    toStoreCounted: (store: string, count: string) => `Wyślij do klientów sklepu ${store} (${count})`,
    confirmTitle: (count: string) => `Wysłać do ${count}?`,
    confirm: (count: string) => `Wyślij do ${count}`,
    phones: (count: number, shown: string) =>
      `${shown} ${plural('pl', count, { one: 'urządzenia', few: 'urządzeń', many: 'urządzeń', other: 'urządzenia' })}`,
    blocked: {
      uploading: 'Obraz jest jeszcze przesyłany.',
      closed: 'Wysyłanie powiadomień jest teraz niedostępne.',
    },
    because: {
      offline: 'Brak połączenia z serwerem.',
      serverError: 'Serwer zgłosił błąd.',
      unavailable: 'Serwer jest chwilowo niedostępny.',
      noStore: 'Do Twojego konta nie przypisano sklepu.',
      notAllowed: 'Nie masz do tego uprawnień.',
      busy: 'Poprzednia próba jeszcze trwa.',
      tooMany: 'Za dużo prób w krótkim czasie; odczekaj chwilę.',
      quota: '',
      quietHours: '',
      stale: '',
      begun: '',
      refused: '',
    },
    failed: {
      serverError:
        'Serwer zgłosił błąd i nie wiadomo, czy powiadomienie wysłano. Ponowienie jest bezpieczne: zostanie wysłane najwyżej raz.',
      unavailable: 'Serwer jest chwilowo niedostępny. Spróbuj za chwilę: powiadomienie zostanie wysłane najwyżej raz.',
      busy: 'Poprzednia próba jeszcze trwa. Spróbuj za chwilę: powiadomienie zostanie wysłane najwyżej raz.',
      noStore: 'Powiadomienia nie wysłano: do Twojego konta nie przypisano sklepu.',
      notAllowed: 'Powiadomienia nie wysłano: nie masz już do tego uprawnień. Wpisane dane zostały zachowane.',
      tooMany: 'Powiadomienia nie wysłano: za dużo prób w krótkim czasie. Odczekaj chwilę i spróbuj ponownie.',
    },
    draftFound: (time: string) => `Masz niewysłane powiadomienie z ${time}.`,
    draftUnsure: (time: string) =>
      `Nie udało się ustalić, czy powiadomienie z ${time} zostało wysłane. Możesz je przywrócić i wysłać ponownie: trafi do odbiorców najwyżej raz.`,
    asking: 'Sprawdzanie, czy poprzednie powiadomienie zostało wysłane …',
    sentBefore: (title: string, time: string) => `Powiadomienie „${title}” zostało wysłane ${time}.`,
    testSentBefore: (title: string, time: string) => `Test „${title}” został wysłany ${time}.`,
    seeDetails: 'Zobacz szczegóły',
  },
  {
    audience: {
      types: { all: 'all stores', contact: 'Contact stores', super: 'Super stores', generalist: 'Generalist stores' },
      otherStores: 'other stores',
      group: (name) => `group ${name}`,
      groups: (count) => counted('en', { one: 'group', other: 'groups' })(count),
      store: (name) => name,
      stores: (count) => counted('en', { one: 'store', other: 'stores' })(count),
      without: (included, excluded) => `${included}; without ${excluded}`,
      nobody: 'nobody',
      everyone: 'Everyone who uses the app',
      label: 'Audience:',
    },
    startFailed: 'The notification to use again could not be loaded. The form is empty.',
    toStore: (store) => `Send to customers of ${store}`,
    toStoreCounted: (store, count) => `Send to customers of ${store} (${count})`,
    confirmTitle: (count) => `Send to ${count}?`,
    confirm: (count) => `Send to ${count}`,
    phones: (count, shown) => `${shown} ${plural('en', count, { one: 'device', other: 'devices' })}`,
    blocked: {
      uploading: 'The image is still being uploaded.',
      closed: 'Notifications cannot be sent right now.',
    },
    because: {
      offline: 'The server cannot be reached.',
      serverError: 'The server reported an error.',
      unavailable: 'The server is not available right now.',
      noStore: 'No store is assigned to your account.',
      notAllowed: 'You do not have the right to do this.',
      busy: 'An earlier attempt is still under way.',
      tooMany: 'Too many attempts in a short time; wait a moment.',
      quota: '',
      quietHours: '',
      stale: '',
      begun: '',
      refused: '',
    },
    failed: {
      serverError:
        'The server reported an error, and it is not known whether the notification was sent. Trying again is safe: it is sent at most once.',
      unavailable: 'The server is not available right now. Try again in a moment: the notification is sent at most once.',
      busy: 'An earlier attempt is still under way. Try again in a moment: the notification is sent at most once.',
      noStore: 'The notification was not sent: no store is assigned to your account.',
      notAllowed: 'The notification was not sent: you no longer have the right to. What you typed was kept.',
      tooMany: 'The notification was not sent: too many attempts in a short time. Wait a moment and try again.',
    },
    draftFound: (time) => `You have an unsent notification from ${time}.`,
    draftUnsure: (time) =>
      `It could not be found out whether the notification from ${time} was sent. You can restore it and send it again: it reaches people at most once.`,
    asking: 'Checking whether the previous notification was sent …',
    sentBefore: (title, time) => `The notification “${title}” was sent ${time}.`,
    testSentBefore: (title, time) => `The test “${title}” was sent ${time}.`,
    seeDetails: 'See details',
  },
);
