import { type ChildProcess, spawn } from 'node:child_process';

export type Started = { child: ChildProcess; output: () => string };

/** Starts a command in a folder, with an environment and nothing else. */
export const startIn = (cwd: string, words: readonly string[], env: Record<string, string>): Started => {
  const [command = '', ...args] = words;
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-4_000)));
  return { child, output: () => output };
};
