import { spawn } from 'node:child_process';

export type Ran = { code: number | null; said: string; wrong: string };

/** Runs one of our commands (`scripts/NAME/main.ts`) as npm does, and returns how it ended and what it printed. It finds the database that `env` names. */
export const runCommand = async (name: string, env: Record<string, string>, ...words: string[]): Promise<Ran> => {
  const { DATABASE_URL: _, ...rest } = process.env;
  const child = spawn(process.execPath, [`scripts/${name}/main.ts`, ...words], { env: { ...rest, NODE_NO_WARNINGS: '1', ...env } });
  const ran: Ran = { code: null, said: '', wrong: '' };
  child.stdout.on('data', (chunk) => (ran.said += chunk));
  child.stderr.on('data', (chunk) => (ran.wrong += chunk));
  ran.code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return ran;
};
