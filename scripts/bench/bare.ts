import { fork } from 'node:child_process';

/** Starts a bare `node:http` server that sends the bytes of a file with these headers. */
export const startBare = async (file: string, headers: Record<string, string> = {}): Promise<{ url: string; stop: () => void }> => {
  const child = fork('scripts/bench/bare-server.ts', [file, JSON.stringify(headers)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`The bare server does not start (${code})`)));
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() };
};
