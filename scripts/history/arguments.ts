export const HELP = `npm run history -- verify [HASH]  looks at every change and every seal, the oldest first, and names the first that is not as it was sealed

HASH    that of a seal which was noted earlier, as this command prints it: whether the chain still holds it
--help  says this

It works on the database of DATABASE_URL, or that of npm start, and changes nothing. Exit codes: 0 all is as it was sealed, 1 it is not, 2 not
understood, 78 cannot work.`;

/** Reads the command line; a sentence when it does not make sense. */
export const historyArguments = ([verb, noted, ...more]: readonly string[]): { noted: string | undefined } | string => {
  if (verb !== 'verify') return verb === undefined ? 'what is to be done? verify' : `there is no ${verb}`;
  if (more.length > 0) return 'one hash at a time';
  return noted === undefined || /^[0-9a-f]{64}$/.test(noted) ? { noted } : `${noted} is no hash of a seal, which has 64 signs of 0-9a-f`;
};
