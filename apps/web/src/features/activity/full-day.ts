import type { Language } from '../../lib/language.tsx';

const whole = { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A day `YYYY-MM-DD` as `niedziela, 29 listopada 2026`, `Sunday 29 November 2026`. */
export const fullDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, whole).format(new Date(day));
