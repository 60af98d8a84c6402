import { catalogue } from '../../../lib/language.tsx';

/** What stores are told of a day that head office keeps free (CARE-06). */
export const keptDayMessages = catalogue(
  {
    title: (day: string) => `Ten dzień jest zarezerwowany dla centrali: ${day}`,
    told: 'Powiadomienie sklepu może się wtedy zacząć, ale lepiej wybrać inny dzień.',
    refused: 'Powiadomienie sklepu nie może się wtedy zacząć: wybierz inny dzień.',
  },
  {
    title: (day) => `This day is reserved for head office: ${day}`,
    told: 'A store’s notification may start then, but another day is better.',
    refused: 'A store’s notification cannot start then: choose another day.',
  },
);
