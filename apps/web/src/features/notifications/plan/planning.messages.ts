import { catalogue } from '../../../lib/language.tsx';

/** Texts about planning that load with the send form; others load with their components. */
export const planningMessages = catalogue(
  {
    when: 'Kiedy',
    now: 'Teraz',
    later: 'Później',
    planFor: (moment: string) => `Zaplanuj na ${moment}`,
    dayTaken: 'Na ten dzień jest już powiadomienie, wysłane albo zaplanowane. Dozwolone jest jedno dziennie: wybierz inny dzień.',
    noFreeDay: 'Siedem kolejnych dni handlowych też jest zajętych: wybierz późniejszy dzień.',
    plan: 'Zaplanuj',
    planTo: (shown: string) => `Zaplanuj (${shown})`,
    planToStore: (store: string) => `Zaplanuj dla klientów sklepu ${store}`,
    planToStoreCounted: (store: string, shown: string) => `Zaplanuj dla klientów sklepu ${store} (${shown})`,
    save: 'Zapisz plan',
    plannedBefore: (title: string, time: string) => `Powiadomienie „${title}” jest zaplanowane na ${time}.`,
    editTitle: 'Plan powiadomienia',
    begun: 'Za późno: wysyłka już się zaczęła albo ktoś anulował plan.',
    changedMeanwhile: 'Ktoś zmienił ten plan w międzyczasie. Otwórz go ponownie, aby zobaczyć jego wersję.',
  },
  {
    when: 'When',
    now: 'Now',
    later: 'Later',
    planFor: (moment) => `Plan for ${moment}`,
    dayTaken: 'There is a notification on that day already, sent or planned. Only one per day is allowed: choose another day.',
    noFreeDay: 'The next seven trading days are taken too: choose a later day.',
    plan: 'Plan',
    planTo: (shown) => `Plan (${shown})`,
    planToStore: (store) => `Plan for customers of ${store}`,
    planToStoreCounted: (store, shown) => `Plan for customers of ${store} (${shown})`,
    save: 'Save plan',
    plannedBefore: (title, time) => `The notification “${title}” is planned for ${time}.`,
    editTitle: 'Planned notification',
    begun: 'Too late: sending has started, or somebody cancelled the plan.',
    changedMeanwhile: 'Somebody changed this plan meanwhile. Open it again to see their version.',
  },
);
