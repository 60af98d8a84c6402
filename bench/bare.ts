import { fork } from 'node:child_process';

/** Starts a bare `node:http` server that sends the bytes of a file with these headers; `several`: JSON with those of some addresses, in base64. */
export const startBare = async (
  file: string,
  headers: Record<string, string> = {},
  several?: string,
): Promise<{ url: string; stop: () => void }> => {
  const child = fork('bench/bare-server.ts', [file, JSON.stringify(headers), ...(several === undefined ? [] : [several])], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`The bare server does not start (${code})`)));
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() };
};
