import { catalogue } from '../lib/language.tsx';

export const dateFieldMessages = catalogue(
  {
    day: 'RRRR-MM-DD',
    minute: 'RRRR-MM-DD GG:MM',
    calendar: 'Wybierz z kalendarza',
    previousMonth: 'Poprzedni miesiąc',
    nextMonth: 'Następny miesiąc',
    presets: 'Gotowe daty',
    today: 'dziś',
    now: 'teraz',
    weekLater: '+7 dni',
    sunday: 'niedziela',
    untilSunday: 'do niedzieli, 23:59',
  },
  {
    day: 'YYYY-MM-DD',
    minute: 'YYYY-MM-DD HH:MM',
    calendar: 'Choose from the calendar',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    presets: 'Ready dates',
    today: 'today',
    now: 'now',
    weekLater: '+7 days',
    sunday: 'Sunday',
    untilSunday: 'until Sunday, 23:59',
  },
);
