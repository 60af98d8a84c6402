import { catalogue, plural } from '../../../lib/language.tsx';

/** CARE-01: what else the people of an audience get. */
export const attentionMessages = catalogue(
  {
    title: 'Co jeszcze dostają ci odbiorcy',
    none: 'W ostatnich 7 dniach nikt z nich nie dostał powiadomienia, a na dziś żadnego nie zaplanowano.',
    noneBefore: (when: string) => `Nikt z nich nie dostaje innego powiadomienia: ani ${when}, ani w ciągu 7 dni przed startem.`,
    today: 'dziś',
    on: (date: string) => date,
    day: (when: string) => `Inne powiadomienie dostaje ${when}`,
    week: 'Dostało je w ostatnich 7 dniach',
    weekBefore: 'Dostaje je w ciągu 7 dni przed startem',
    soFar: 'Według tego, co wysłano i zaplanowano do tej pory.',
    fourth: 'Dostałoby co najmniej czwarte w 7 dni',
    safety: 'Komunikat bezpieczeństwa w tych 7 dniach, poza limitem',
    limited: (limit: number) => `Pominie ich limit (${limit} w 7 dni)`,
    phones: (count: number, shown: string) =>
      `${shown} ${plural('pl', count, { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' })}`,
    estimated: (shown: string, margin: string) => `≈ ${shown} (± ${margin})`,
    everybody: 'wszyscy',
    nobody: 'nikt',
    failed: 'Nie udało się sprawdzić, co jeszcze dostają.',
  },
  {
    title: 'What else these people get',
    none: 'None of them got a notification in the last 7 days, and none is planned for today.',
    noneBefore: (when) => `None of them gets another notification ${when} or in the 7 days before the start.`,
    today: 'today',
    on: (date) => `on ${date}`,
    day: (when) => `Get another one ${when}`,
    week: 'Got one in the last 7 days',
    weekBefore: 'Get one in the 7 days before the start',
    soFar: 'By what has been sent and planned so far.',
    fourth: 'Would get at least their fourth in 7 days',
    safety: 'A safety message in these 7 days, beside the limit',
    limited: (limit) => `The limit of ${limit} in 7 days would leave out`,
    phones: (count, shown) => `${shown} ${plural('en', count, { one: 'device', other: 'devices' })}`,
    estimated: (shown, margin) => `≈ ${shown} (± ${margin})`,
    everybody: 'everybody',
    nobody: 'nobody',
    failed: 'It could not be checked what else they get.',
  },
);
