import { catalogue, plural } from '../../lib/language.tsx';

/** Days that head office reserves for itself (CARE-06), in the calendar and on the day sheet. */
export const keptDayMessages = catalogue(
  {
    keep: 'Zarezerwuj dzień dla centrali',
    list: 'Dni zarezerwowane dla centrali',
    legend: 'zarezerwowane dla centrali',
    everyStore: 'wszystkie sklepy',
    groups: (names: string) => `grupy: ${names}`,
    gone: (name: string) => `${name} (usunięta)`,
    plans: (n: number, shown: string) =>
      `${shown} ${plural('pl', n, { one: 'plan sklepu zostaje', few: 'plany sklepów zostają', many: 'planów sklepów zostaje', other: 'planu sklepów zostaje' })}`,
    change: 'Zmień',
    changeOf: (day: string) => `Zmień rezerwację: ${day}`,
    said: (days: string) => `Dni zarezerwowane dla centrali: ${days}.`,
    onSheet: 'Ten dzień jest zarezerwowany dla centrali.',
  },
  {
    keep: 'Reserve a day for head office',
    list: 'Days reserved for head office',
    legend: 'reserved for head office',
    everyStore: 'all stores',
    groups: (names) => `groups: ${names}`,
    gone: (name) => `${name} (deleted)`,
    plans: (n, shown) => `${shown} ${n === 1 ? 'plan of a store stays' : 'plans of stores stay'}`,
    change: 'Change',
    changeOf: (day) => `Change the reservation: ${day}`,
    said: (days) => `Days reserved for head office: ${days}.`,
    onSheet: 'This day is reserved for head office.',
  },
);

/** A store’s notification on a reserved day: the notice, and why it cannot be sent or was not. */
export const keptDayNoticeMessages = catalogue(
  {
    title: (day: string) => `Ten dzień jest zarezerwowany dla centrali: ${day}`,
    warned: 'Powiadomienie sklepu może się wtedy zacząć, ale lepiej wybrać inny dzień.',
    refused: 'Powiadomienie sklepu nie może się wtedy zacząć: wybierz inny dzień.',
    blocked: 'Ten dzień jest zarezerwowany dla centrali; wybierz inny.',
    problem: 'Ten dzień jest zarezerwowany dla centrali; wybierz inny',
    overdue:
      'Po zaplanowaniu centrala zarezerwowała ten dzień dla siebie i sklepy nic wtedy nie wysyłają. Przesuń na inny dzień albo anuluj; administrator może wysłać mimo to.',
  },
  {
    title: (day) => `This day is reserved for head office: ${day}`,
    warned: 'A store’s notification may start then, but another day is better.',
    refused: 'A store’s notification cannot start then: choose another day.',
    blocked: 'This day is reserved for head office; choose another one.',
    problem: 'This day is reserved for head office; choose another one',
    overdue:
      'Head office reserved this day after it was planned, and stores send nothing then. Move it to another day or cancel it; an administrator can still send it.',
  },
);

/** The switch in the settings. */
export const refuseKeptDaysMessages = catalogue(
  {
    label: 'Sklepy nie mogą wysyłać w dni zarezerwowane dla centrali',
    hint: 'Takie dni ustawia się w kalendarzu. Bez tego sklepy są tylko uprzedzane.',
    line: 'zarezerwowane dni zamknięte dla sklepów',
  },
  {
    label: 'Stores cannot send on days reserved for head office',
    hint: 'Such days are set in the calendar. Without this, stores are only warned.',
    line: 'reserved days are closed to stores',
  },
);
