import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { startNginx } from '../../apps/server/test/nginx.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from './delivery-world.ts';
import type { Flow } from './keep-calling.ts';

/** Longer than nginx keeps idle connections open, see `NGINX_KEEPALIVE`. */
const ENDCAP_DRAIN_SECONDS = 2;
const NGINX_KEEPALIVE = 'keepalive_timeout 1s';

export const APIS = ['app-api', 'admin-api'] as const;
type Api = (typeof APIS)[number];
/** Folder with the code that a node runs. */
const HERE = '.';

/** Starts two of each API in a world, behind nginx with the configuration of deploy/nginx. `code` is the folder of their first code. */
export const nodesIn = async (world: DeliveryWorld, nginx: string, { code = HERE, drainSeconds = ENDCAP_DRAIN_SECONDS } = {}) => {
  const ports = { 'app-api': [await freePort(), await freePort()], 'admin-api': [await freePort(), await freePort()] };
  const own = {
    ENDCAP_DRAIN_SECONDS: String(drainSeconds),
    ENDCAP_APP_REGISTRATION_LIMIT: '1000000',
    ENDCAP_APP_RATE_LIMIT: '1000000',
    ENDCAP_APP_FEED_LIMIT: '1000000',
    ENDCAP_TEST_SEND_LIMIT: '1000000',
  };
  const start = (api: Api, n: number, code: string): Promise<ChildProcess> =>
    world.startProcess(api, { ...own, [api === 'app-api' ? 'ENDCAP_APP_PORT' : 'ENDCAP_ADMIN_PORT']: String(ports[api][n]) }, [], code);
  const running: Record<Api, ChildProcess[]> = { 'app-api': [], 'admin-api': [] };
  for (const api of APIS) running[api] = await Promise.all([start(api, 0, code), start(api, 1, code)]);
  const front = await startNginx(nginx, {
    folder: `${world.folder}/nginx`,
    nodes: { app: ports['app-api'], admin: ports['admin-api'] },
    change: (text) => text.replaceAll(/keepalive_timeout \d+s/g, NGINX_KEEPALIVE),
  });
  /** Ends a node with a signal and starts it again. Returns its exit code, null if it was killed. */
  const restart = async (api: Api, n: number, signal: 'SIGTERM' | 'SIGKILL', code = HERE): Promise<number | null> => {
    const child = running[api][n];
    if (!child) throw new Error(`There is no ${api} ${n}`);
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const ended = await gone;
    running[api][n] = await start(api, n, code);
    return ended;
  };
  return {
    front,
    restart,
    /** Restarts the `n`th node of both APIs with the given code, as in docs/operators/upgrading.md. Returns their exit codes. */
    replace: async (n: number, code = HERE): Promise<(number | null)[]> => {
      await front.passOver(APIS.map((api) => ports[api][n] ?? 0));
      const ended = await Promise.all(APIS.map((api) => restart(api, n, 'SIGTERM', code)));
      await front.passOver([]);
      return ended;
    },
  };
};

/** Starts a world with two of each API behind nginx. */
export const twoNodes = async (nginx: string) => {
  const world = await deliveryWorld({ devices: 1 });
  const nodes = await nodesIn(world, nginx);
  return {
    world,
    ...nodes,
    close: async (): Promise<void> => {
      nodes.front.stop();
      await world.close();
    },
  };
};

/** Returns flows that read from and write to both APIs. */
export const readsAndWrites = async ({ app, admin }: { app: string; admin: string }, world: DeliveryWorld): Promise<Flow[]> => {
  const headers = { authorization: `Bearer ${await world.tokenOf('admin')}` };
  // Every feed request is unique, so that nginx serves none from its cache.
  let sequence = 0;
  return [
    (ask) => ask({ method: 'GET', url: `${app}/app/v1/content?appVersion=3.4.${(sequence += 1)}` }),
    (ask) =>
      ask({ method: 'POST', url: `${app}/app/v1/devices`, body: { installId: randomUUID(), platform: 'android', appVersion: '3.4.0' } }),
    (ask) => ask({ method: 'GET', url: `${app}/app/v1/stores` }),
    (ask) => ask({ method: 'GET', url: `${admin}/api/v1/content-editor/list`, headers }),
    (ask) => ask({ method: 'POST', url: `${admin}/api/v1/store-group`, headers, body: { name: randomUUID() } }),
  ];
};
