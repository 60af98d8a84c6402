import { catalogue } from '../../../lib/language.tsx';

/** Texts of the review before sending: a summary, and warnings about likely mistakes. */
export const reviewMessages = catalogue(
  {
    title: 'Przed wysłaniem',
    whom: 'Odbiorcy',
    ofStore: (store: string) => `Klienci sklepu ${store}`,
    leads: 'Po dotknięciu',
    toApp: 'Otwiera aplikację',
    until: 'Ważne do',
    when: 'Kiedy',
    now: 'Od razu',
    later: (moment: string, left: string) => `${moment}, ${left}`,
    odd: 'Zwróć uwagę',
    repeated: (moment: string) => `Ten sam tytuł i tekst dostała już ${moment} część tych odbiorców.`,
    see: 'Zobacz',
    contradicts: (word: string, day: string, until: string) =>
      `W tekście jest „${word}” (${day}), a powiadomienie będzie widać do ${until}.`,
    night: (time: string) => `Wysyłka w nocy, o ${time}.`,
    quiet: 'Wypada w godzinach ciszy.',
  },
  {
    title: 'Before you send',
    whom: 'Audience',
    ofStore: (store) => `Customers of ${store}`,
    leads: 'On tap',
    toApp: 'Opens the app',
    until: 'Valid until',
    when: 'When',
    now: 'At once',
    later: (moment, left) => `${moment}, ${left}`,
    odd: 'Worth a look',
    repeated: (moment) => `Some of these people got the same title and text ${moment}.`,
    see: 'See it',
    contradicts: (word, day, until) => `The text says “${word}” (${day}), but the notification is shown until ${until}.`,
    night: (time) => `It is sent at night, at ${time}.`,
    quiet: 'It falls in quiet hours.',
  },
);
