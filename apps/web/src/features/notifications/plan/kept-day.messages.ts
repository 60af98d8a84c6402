import { catalogue } from '../../../lib/language.tsx';

/** What stores are told of a day that head office keeps free (CARE-06). */
export const keptDayMessages = catalogue(
  {
    title: (day: string) => `Centrala rezerwuje ten dzień dla siebie: ${day}`,
    told: 'Powiadomienie sklepu może się wtedy zacząć, ale lepiej wybrać inny dzień.',
    refused: 'Powiadomienie sklepu nie może się wtedy zacząć: wybierz inny dzień.',
  },
  {
    title: (day) => `Head office keeps this day free: ${day}`,
    told: 'A notification of a store may start then, but another day is better.',
    refused: 'A notification of a store cannot start then: choose another day.',
  },
);
