import { catalogue } from '../../../lib/language.tsx';

/** When a send starts, as it is typed. */
export const startFieldMessages = catalogue(
  {
    startsAt: 'Początek wysyłki (czas warszawski)',
    left: (moment: string, left: string) => `Wysyłka zacznie się ${moment}, ${left}.`,
    twice: 'Tej nocy zegary są cofane i ta godzina wypada dwa razy. Która?',
    first: 'Pierwszy raz (czas letni)',
    second: 'Drugi raz (czas zimowy)',
    skipped: 'Tej nocy zegary idą do przodu: godziny od 2:00 do 2:59 nie ma.',
    problems: {
      required: 'Podaj dzień i godzinę',
      notDate: 'To nie jest dzień i godzina; wpisz np. 2026-12-15 7:30',
      inPast: 'Ta chwila już minęła',
      tooFar: 'Najwyżej 60 dni naprzód',
    } as Readonly<Record<string, string>>,
  },
  {
    startsAt: 'Start of sending (Warsaw time)',
    left: (moment, left) => `Sending starts ${moment}, ${left}.`,
    twice: 'Clocks go back that night and this hour comes twice. Which one?',
    first: 'The first time (summer time)',
    second: 'The second time (winter time)',
    skipped: 'Clocks go forward that night: there is no hour from 2:00 to 2:59.',
    problems: {
      required: 'Enter a day and a time',
      notDate: 'This is not a day and a time; enter for example 2026-12-15 7:30',
      inPast: 'This moment has passed',
      tooFar: '60 days ahead at most',
    } as Readonly<Record<string, string>>,
  },
);
