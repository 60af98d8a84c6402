import { catalogue, plural } from '../../../lib/language.tsx';

/** Texts about sends that wait for a person, beside the heading of the list. */
export const waitingMessages = catalogue(
  {
    unapproved: (n: number, shown: string) =>
      `${shown} ${plural('pl', n, {
        one: 'wysyłka czeka na Twoje zatwierdzenie',
        few: 'wysyłki czekają na Twoje zatwierdzenie',
        many: 'wysyłek czeka na Twoje zatwierdzenie',
        other: 'wysyłki czeka na Twoje zatwierdzenie',
      })}`,
    overdue: (n: number, shown: string) =>
      `${shown} ${plural('pl', n, {
        one: 'zaplanowana wysyłka nie ruszyła i czeka na decyzję',
        few: 'zaplanowane wysyłki nie ruszyły i czekają na decyzję',
        many: 'zaplanowanych wysyłek nie ruszyło i czeka na decyzję',
        other: 'zaplanowanej wysyłki nie ruszyło i czeka na decyzję',
      })}`,
  },
  {
    unapproved: (n, shown) => `${shown} ${plural('en', n, { one: 'send waits', other: 'sends wait' })} for your approval`,
    overdue: (n, shown) =>
      `${shown} ${plural('en', n, { one: 'planned send', other: 'planned sends' })} did not start and ${n === 1 ? 'waits' : 'wait'} for a decision`,
  },
);
