/** A day `YYYY-MM-DD` as screens say it: `5 grudnia`, with the year when it is another one than this. */
export const longDay = (day: string, language: 'pl' | 'en-GB' = 'pl'): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== new Date().toISOString().slice(0, 4) && { year: 'numeric' }),
  }).format(new Date(day));
