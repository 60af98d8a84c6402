/** The id of a generated send as SQL, of the SQL of its instant and of its number: nothing else here knows what such an id says. */
export const sendIdOf = (at: string, no: string): string => `'sent' || to_char(${at} at time zone 'UTC', 'yymmdd') || 'n' || ${no}`;
