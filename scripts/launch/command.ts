import { ConfigurationError } from '../../apps/server/src/configuration-error.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';

const NOT_UNDERSTOOD = 2;
const CANNOT_WORK = 78;
const FAILED = 1;

/** The settings that a command reads and where it prints. Tests run commands in their own process with another one. */
export type Shell = { env: NodeJS.ProcessEnv; print: (text: string) => void; printError: (text: string) => void };
export const processShell: Shell = {
  env: process.env,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
};

/** Prints why a command rejects its arguments. Returns the exit code. */
export const rejected = (command: string, problem: string, { printError }: Shell): number => {
  printError(`npm run ${command}: ${problem}; \`npm run ${command} -- --help\` says all.`);
  return NOT_UNDERSTOOD;
};

/** Parses arguments. `read` returns a string to reject them. A returned number is the exit code: 0 after `--help`, 2 if rejected. */
export const parseWords = <Wanted extends object>(
  command: string,
  help: string,
  read: (words: readonly string[]) => Wanted | string,
  words: readonly string[],
  shell: Shell,
): Wanted | number => {
  if (words.includes('--help') || words.includes('-h')) {
    shell.print(help);
    return 0;
  }
  const wanted = read(words);
  return typeof wanted === 'string' ? rejected(command, wanted, shell) : wanted;
};

/** Parses the arguments of this process. Exits after `--help`, or if they are rejected. */
export const parseOrExit = <Wanted extends object>(
  command: string,
  help: string,
  read: (words: readonly string[]) => Wanted | string,
): Wanted => {
  const wanted = parseWords(command, help, read, process.argv.slice(2), processShell);
  return typeof wanted === 'number' ? process.exit(wanted) : wanted;
};

/** Prints why a command failed, in a sentence. Returns the exit code: 78 for an invalid setting, otherwise 1. */
export const failedWith = (command: string, error: unknown, { printError }: Shell = processShell): number => {
  printError(`${command}: ${errorText(error)}`);
  return error instanceof ConfigurationError ? CANNOT_WORK : FAILED;
};

/** Returns the first unknown option of a command. */
export const unknownOption = (words: readonly string[], known: readonly string[] = []): string | undefined =>
  words.find((word) => word.startsWith('-') && !known.includes(word));

const WHOLE = /^\d{1,15}$/;
/** Returns the problem of arguments that must be whole numbers, at most one for each name. */
export const wholeNumbers = (words: readonly string[], names: readonly string[]): string | undefined => {
  const strange = words.find((word, n) => n >= names.length || !WHOLE.test(word));
  if (strange === undefined) return undefined;
  const name = names[words.indexOf(strange)];
  return name === undefined ? `${strange} is not known` : `${name} is a whole number, not ${strange}`;
};
