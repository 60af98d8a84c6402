/** Returns SQL for the id of a generated send, given SQL for its instant and its number. Only this function defines the format. */
export const sendIdOf = (at: string, no: string): string => `'sent' || to_char(${at} at time zone 'UTC', 'yymmdd') || 'n' || ${no}`;
