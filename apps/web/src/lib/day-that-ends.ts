const DAY_MS = 86_400_000;

/** The day that ends at a minute `YYYY-MM-DD HH:mm`, with its last minute or with midnight; null at any other time (E-62). */
export const dayThatEnds = (minute: string): string | null => {
  const [day = '', time] = minute.split(' ');
  if (time === '23:59') return day;
  return time === '00:00' ? new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10) : null;
};
