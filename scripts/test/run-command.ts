import type { Shell } from '../launch/command.ts';

export type Ran = { code: number | null; said: string; wrong: string };
/** One of our commands: its arguments and shell, to its exit code. */
type Command = (words: readonly string[], shell: Shell) => Promise<number>;

/** Runs a command in this process and returns its exit code and what it printed. It uses the database that `env` names. */
export const runCommand = async (command: Command, env: Record<string, string | undefined>, ...words: string[]): Promise<Ran> => {
  const { DATABASE_URL: _, ...rest } = process.env;
  const ran: Ran = { code: null, said: '', wrong: '' };
  ran.code = await command(words, {
    env: { ...rest, ...env },
    print: (text) => void (ran.said += `${text}\n`),
    printError: (text) => void (ran.wrong += `${text}\n`),
  });
  return ran;
};
