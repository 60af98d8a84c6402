import { catalogue, plural } from '../../../../lib/language.tsx';

const counted = (language: 'pl' | 'en', forms: Parameters<typeof plural>[2]) => (n: number, shown: string) =>
  `${shown} ${plural(language, n, forms)}`;

/** Texts of the setup checklist of a new chain (review, change 15). */
export const firstStepsMessages = catalogue(
  {
    title: 'Pierwsze kroki',
    text: 'Oto, czego brakuje, aby pierwsze powiadomienie dotarło do klientów.',
    progress: (done: number, all: number) => `${done} z ${all}`,
    dismiss: 'Ukryj pierwsze kroki',
    done: 'Gotowe:',
    stores: 'Dodaj sklepy',
    storesText: 'Klienci należą do sklepów, a odbiorców wybierasz według sklepów.',
    storesCount: counted('pl', { one: 'sklep', few: 'sklepy', many: 'sklepów', other: 'sklepu' }),
    brand: 'Ustaw nazwę i logo',
    brandText: 'Klient widzi je nad każdym powiadomieniem.',
    content: 'Przygotuj pierwszą treść',
    contentText: 'Gazetka lub kupon, do którego powiadomienie zaprowadzi.',
    contentCount: counted('pl', { one: 'treść', few: 'treści', many: 'treści', other: 'treści' }),
    phones: 'Podłącz telefon',
    phonesText: 'Powiadomienie dostaną urządzenia, które subskrybują sklep w aplikacji.',
    phonesCount: counted('pl', { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' }),
    send: 'Wyślij pierwsze powiadomienie',
    sendText: 'Najpierw na próbę: „Wyślij test” dociera tylko do telefonów testowych.',
    unknown: 'Nie udało się sprawdzić',
  },
  {
    title: 'First steps',
    text: 'This is what is missing before the first notification reaches customers.',
    progress: (done, all) => `${done} of ${all}`,
    dismiss: 'Hide first steps',
    done: 'Done:',
    stores: 'Add stores',
    storesText: 'Customers belong to stores, and you choose audiences by store.',
    storesCount: counted('en', { one: 'store', other: 'stores' }),
    brand: 'Set name and logo',
    brandText: 'Customers see them above every notification.',
    content: 'Prepare the first content',
    contentText: 'A leaflet or a coupon that the notification leads to.',
    contentCount: counted('en', { one: 'item', other: 'items' }),
    phones: 'Connect a phone',
    phonesText: 'Devices that subscribe to a store in the app get the notification.',
    phonesCount: counted('en', { one: 'device', other: 'devices' }),
    send: 'Send the first notification',
    sendText: 'Try it first: “Send test” reaches test phones only.',
    unknown: 'This could not be checked',
  },
);
