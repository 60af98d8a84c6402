const DAY_MS = 86_400_000;

/**
 * The last day on which a notification is shown that is valid until the start of the day `until`, and how many days that are from `today`
 * on; null where there is none. All days are `YYYY-MM-DD`.
 */
export const lastDayShown = (until: string, today: string): { day: string; days: number } | null => {
  const end = Date.parse(`${until}T00:00:00Z`);
  const days = (end - Date.parse(`${today}T00:00:00Z`)) / DAY_MS;
  return days >= 1 ? { day: new Date(end - DAY_MS).toISOString().slice(0, 10), days } : null;
};
