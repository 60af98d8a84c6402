import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/platform/free-port.ts';

export type Product = {
  adminUrl: string;
  appUrl: string;
  issuer: string;
  phoneUrl: string;
  gatewayControlUrl: string;
  folder: string;
  launcher: ChildProcess;
  /** Returns its output so far. */
  output: () => string;
  /** Environment of the launcher. */
  environment: NodeJS.ProcessEnv;
  seconds: number;
  stop: () => Promise<void>;
};
type Options = {
  folder?: string;
  env?: Record<string, string>;
  /** From its sources, as `npm run dev` does. */
  isDev?: boolean;
  /** The checkout that is started, by default this one. */
  code?: string;
};

const portNames = [
  'ENDCAP_ADMIN_PORT',
  'ENDCAP_APP_PORT',
  'ENDCAP_SANDBOX_IDENTITY_PORT',
  'ENDCAP_SANDBOX_GATEWAY_PORT',
  'ENDCAP_SANDBOX_PHONE_PORT',
  'ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT',
];

/** Starts the product as `npm start` does, on free ports and on data of its own (or those of an earlier start). */
export const startProduct = async ({ folder: given, env = {}, isDev = false, code = '.' }: Options = {}): Promise<Product> => {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'endcap-product-'));
  chmodSync(folder, 0o755);
  const ports: Record<string, string> = {};
  for (const name of portNames) ports[name] = String(await freePort());
  const environment = { ...process.env, ENDCAP_DATA_DIR: folder, ...ports, ...env };
  const launcher = fork('scripts/launch/main.ts', isDev ? ['--dev'] : [], {
    cwd: code,
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environment,
  });
  const output: Buffer[] = [];
  for (const stream of [launcher.stdout, launcher.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const seconds = await new Promise<number>((resolve, reject) => {
    launcher.once('message', (message: { seconds: number }) => resolve(message.seconds));
    launcher.once('exit', (code) => reject(new Error(`The product does not start (${code}):\n${Buffer.concat(output)}`)));
  });
  const at = (name: string): string => `http://localhost:${ports[name]}`;
  return {
    adminUrl: at('ENDCAP_ADMIN_PORT'),
    appUrl: at('ENDCAP_APP_PORT'),
    issuer: at('ENDCAP_SANDBOX_IDENTITY_PORT'),
    phoneUrl: at('ENDCAP_SANDBOX_PHONE_PORT'),
    gatewayControlUrl: at('ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT'),
    folder,
    launcher,
    output: () => Buffer.concat(output).toString(),
    environment,
    seconds,
    stop: async () => {
      if (launcher.exitCode === null && launcher.signalCode === null) {
        const gone = new Promise((resolve) => launcher.once('exit', resolve));
        launcher.kill('SIGTERM');
        await gone;
      }
      if (!given) rmSync(folder, { recursive: true, force: true });
    },
  };
};
