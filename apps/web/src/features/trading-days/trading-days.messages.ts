import { weekdayOf, weekdays } from '@endcap/contract/trading-days';
import { catalogue, plural } from '../../lib/language.tsx';

/** „w niedzielę”, and in English `Sunday`. */
const polish = ['w poniedziałek', 'we wtorek', 'w środę', 'w czwartek', 'w piątek', 'w sobotę', 'w niedzielę'];
const polishTo = ['poniedziałek', 'wtorek', 'środę', 'czwartek', 'piątek', 'sobotę', 'niedzielę'];
const english = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const nameOf = (names: readonly string[], day: string): string => names[weekdays.indexOf(weekdayOf(day))] ?? '';

/** `12 z 40 sklepów jest`, `2 z 40 sklepów są`, `1 sklep jest`. */
const closedStores = (closed: number, all: number): string => {
  const are = plural('pl', closed, { one: 'jest zamknięty', few: 'są zamknięte', other: 'jest zamkniętych' });
  if (all === 1) return 'sklep jest zamknięty';
  return closed === all ? `wszystkie sklepy (${all}) są zamknięte` : `${closed} z ${all} sklepów ${are}`;
};
const closingStores = (closing: number): string => plural('pl', closing, { one: 'zamyka się', few: 'zamykają się', other: 'zamyka się' });
const stores = (closed: number, all: number): string => {
  if (all === 1) return 'the store is';
  return closed === all ? `all ${all} stores are` : `${closed} of ${all} stores ${closed === 1 ? 'is' : 'are'}`;
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const tradingDayMessages = catalogue(
  {
    weekday: (day: string) => nameOf(polish, day),
    closedOn: (label: string, day: string, weekday: string, closed: number, all: number) =>
      `${label}: ${weekday} ${day} ${closedStores(closed, all)}.`,
    which: 'Które?',
    andMore: (shown: string) => `i jeszcze ${shown}`,
    moveTo: (day: string, date: string) => `Przenieś na ${polishTo[polish.indexOf(day)] ?? day} ${date}`,
    hoursUnknown: (unknown: number, shown: string, all: number) => {
      if (all === 1) return 'Godziny otwarcia sklepu nie są znane.';
      if (unknown === all) return `Godziny otwarcia wszystkich sklepów (${shown}) nie są znane.`;
      return `Godziny otwarcia ${shown} ${plural('pl', unknown, { one: 'sklepu', other: 'sklepów' })} nie są znane.`;
    },
    now: {
      closed: (closed: number, all: number) => `Teraz ${closedStores(closed, all)}.`,
      closing: (closing: number, all: number) =>
        all === 1 ? 'Sklep zamyka się w ciągu godziny.' : `W ciągu godziny ${closingStores(closing)} ${closing} z ${all} sklepów.`,
    },
    atStart: {
      closed: (closed: number, all: number) => `W chwili startu ${closedStores(closed, all)}.`,
      closing: (closing: number, all: number) =>
        all === 1
          ? 'Sklep zamyka się w ciągu godziny od startu.'
          : `W ciągu godziny od startu ${closingStores(closing)} ${closing} z ${all} sklepów.`,
    },
  },
  {
    weekday: (day) => nameOf(english, day),
    closedOn: (label, day, weekday, closed, all) => `${label}: on ${weekday}, ${day}, ${stores(closed, all)} closed.`,
    which: 'Which?',
    andMore: (shown) => `and ${shown} more`,
    moveTo: (day, date) => `Move to ${day}, ${date}`,
    hoursUnknown: (unknown, shown, all) => {
      if (all === 1) return 'The opening hours of the store are unknown.';
      if (unknown === all) return `The opening hours of all ${shown} stores are unknown.`;
      return `The opening hours of ${shown} ${plural('en', unknown, { one: 'store', other: 'stores' })} are unknown.`;
    },
    now: {
      closed: (closed, all) => capital(`${stores(closed, all)} closed now.`),
      closing: (closing, all) =>
        all === 1
          ? 'The store closes within an hour.'
          : `${closing} of ${all} stores ${closing === 1 ? 'closes' : 'close'} within an hour.`,
    },
    atStart: {
      closed: (closed, all) => `At the start ${stores(closed, all)} closed.`,
      closing: (closing, all) =>
        all === 1
          ? 'The store closes within an hour of the start.'
          : `${closing} of ${all} stores ${closing === 1 ? 'closes' : 'close'} within an hour of the start.`,
    },
  },
);
