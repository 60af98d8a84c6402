import { catalogue } from '../../lib/language.tsx';

export const phoneMessages = catalogue(
  {
    system: 'System telefonu',
    scheme: 'Wygląd telefonu',
    light: 'Jasny',
    dark: 'Ciemny',
    now: 'teraz',
    noTitle: 'Tytuł powiadomienia',
    noText: 'Treść, którą zobaczy klient',
    imageAlt: 'Obraz powiadomienia',
    inactive: 'Nieaktywne',
    close: 'Zamknij',
    screen: 'Ekran telefonu',
    campaignFrom: (day: string) => `Kampania od ${day}`,
    points: (value: string) => `${value} pkt`,
  },
  {
    system: "The phone's system",
    scheme: "The phone's appearance",
    light: 'Light',
    dark: 'Dark',
    now: 'now',
    noTitle: 'Title of the notification',
    noText: 'The text that customers see',
    imageAlt: "The notification's image",
    inactive: 'Inactive',
    close: 'Close',
    screen: "The phone's screen",
    campaignFrom: (day) => `Campaign from ${day}`,
    points: (value) => `${value} pts`,
  },
);
