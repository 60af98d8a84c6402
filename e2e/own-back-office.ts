import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urls } from './product.ts';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

type BackOffice = { adminUrl: string; stop: () => Promise<void> };

/** Starts another back-office on the data of this worker's product, with settings of its own: `settingsFor` gets the address where it will be. */
export const startBackOffice = async (settingsFor: (adminUrl: string) => Promise<Record<string, string>>): Promise<BackOffice> => {
  const port = await freePort();
  const adminUrl = `http://localhost:${port}`;
  const child = fork('apps/server/src/processes/admin-api.ts', {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      DATABASE_URL: urls.databaseUrl,
      LOG_LEVEL: 'silent',
      ENDCAP_ADMIN_PORT: String(port),
      ENDCAP_ADMIN_URL: adminUrl,
      ENDCAP_DRAIN_SECONDS: '0',
      ENDCAP_FILES_DIR: urls.filesFolder,
      ...(await settingsFor(adminUrl)),
    },
  });
  const gone = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    gone.then(([code]) => Promise.reject(new Error(`The back-office does not start (${code})`))),
  ]);
  return {
    adminUrl,
    stop: async () => {
      child.kill();
      await gone;
    },
  };
};
