import { ConfigurationError } from '../../apps/server/src/configuration-error.ts';

const NOT_UNDERSTOOD = 2;
const CANNOT_WORK = 78;
const FAILED = 1;

/** Ends a command that was asked for what it does not understand: one sentence, exit code 2. */
export const notUnderstood = (command: string, problem: string): never => {
  console.error(`npm run ${command}: ${problem}; \`npm run ${command} -- --help\` says all.`);
  process.exit(NOT_UNDERSTOOD);
};

/** What a command is asked for, as `read` understands its words: a string is what it does not understand. `--help` says `help` and ends it with 0. */
export const asked = <Wanted extends object>(
  command: string,
  help: string,
  read: (words: readonly string[]) => Wanted | string,
): Wanted => {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    console.log(help);
    process.exit(0);
  }
  const wanted = read(words);
  return typeof wanted === 'string' ? notUnderstood(command, wanted) : wanted;
};

/** Says in a sentence why a command could not do it; its exit code: 78 when a setting is wrong, else 1. */
export const failedWith = (command: string, error: unknown): number => {
  console.error(`${command}: ${error instanceof Error ? error.message || error.name : String(error)}`);
  return error instanceof ConfigurationError ? CANNOT_WORK : FAILED;
};

/** The first word that a command does not know. */
export const strangeIn = (words: readonly string[], known: readonly string[] = []): string | undefined =>
  words.find((word) => word.startsWith('-') && !known.includes(word));

const WHOLE = /^\d{1,15}$/;
/** What is wrong with words that are to be whole numbers, at most one for each name. */
export const wholeNumbers = (words: readonly string[], names: readonly string[]): string | undefined => {
  const strange = words.find((word, n) => n >= names.length || !WHOLE.test(word));
  if (strange === undefined) return undefined;
  const name = names[words.indexOf(strange)];
  return name === undefined ? `${strange} is not known` : `${name} is a whole number, not ${strange}`;
};
