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
        one: 'zaplanowana wysyłka czeka na decyzję',
        few: 'zaplanowane wysyłki czekają na decyzję',
        many: 'zaplanowanych wysyłek czeka na decyzję',
        other: 'zaplanowanej wysyłki czeka na decyzję',
      })}`,
  },
  {
    unapproved: (n, shown) => `${shown} ${plural('en', n, { one: 'send waits', other: 'sends wait' })} for your approval`,
    overdue: (n, shown) =>
      `${shown} ${plural('en', n, { one: 'planned send', other: 'planned sends' })} ${n === 1 ? 'waits' : 'wait'} for a decision`,
  },
);
