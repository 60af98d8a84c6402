import { catalogue } from '../lib/language.tsx';

export const dateFieldMessages = catalogue(
  {
    day: 'RRRR-MM-DD',
    minute: 'RRRR-MM-DD GG:MM',
    calendar: 'Wybierz z kalendarza',
    previousMonth: 'Poprzedni miesiąc',
    nextMonth: 'Następny miesiąc',
    presets: 'Gotowe daty',
    days: { today: 'dziś', now: 'teraz', tomorrow: 'jutro', monday: 'poniedziałek', weekLater: '+7 dni', sunday: 'niedziela' },
    dayAndTime: (day: string, time: string) => `${day}, ${time}`,
    untilSunday: 'do niedzieli, 23:59',
    time: 'Godzina',
  },
  {
    day: 'YYYY-MM-DD',
    minute: 'YYYY-MM-DD HH:MM',
    calendar: 'Choose from the calendar',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    presets: 'Suggested dates',
    days: { today: 'today', now: 'now', tomorrow: 'tomorrow', monday: 'Monday', weekLater: '+7 days', sunday: 'Sunday' },
    dayAndTime: (day, time) => `${day}, ${time}`,
    untilSunday: 'until Sunday, 23:59',
    time: 'Time',
  },
);
