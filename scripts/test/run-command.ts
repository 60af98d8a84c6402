import type { Shell } from '../launch/command.ts';

export type Ran = { code: number | null; out: string; errors: string };
/** One of our commands: its arguments and shell, to its exit code. */
type Command = (words: readonly string[], shell: Shell) => Promise<number>;

/** Runs a command in this process and returns its exit code and its output. It uses the database that `env` names. */
export const runCommand = async (command: Command, env: Record<string, string | undefined>, ...words: string[]): Promise<Ran> => {
  const { DATABASE_URL: _, ...rest } = process.env;
  const ran: Ran = { code: null, out: '', errors: '' };
  ran.code = await command(words, {
    env: { ...rest, ...env },
    print: (text) => void (ran.out += `${text}\n`),
    printError: (text) => void (ran.errors += `${text}\n`),
  });
  return ran;
};
