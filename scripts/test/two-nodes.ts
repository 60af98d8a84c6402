import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../../apps/server/test/nginx.ts';
import { freePort } from '../postgres/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from './delivery-world.ts';

/** Longer than nginx keeps a connection that nobody uses, as docs/nginx.conf has it. */
const DRAIN_SECONDS = 2;
const KEPT_BY_NGINX = 'keepalive_timeout 1s';
const CALLERS = 6;

type Api = 'app-api' | 'admin-api';
type Call = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };
/** What a call met: a status, or how its connection ended. */
export type Met = { method: 'GET' | 'POST'; url: string; what: number | string };

const agent = new Agent({ keepAlive: true });
const made = ({ url, method, headers, body }: Call): Promise<Met> =>
  new Promise((resolve) => {
    const call = request(url, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve({ method, url, what: response.statusCode ?? 0 }));
      response.on('error', (error) => resolve({ method, url, what: error.message }));
    });
    call.on('error', (error) => resolve({ method, url, what: error.message }));
    call.end(body);
  });

/** Two of each API behind nginx as docs/nginx.conf has it. */
export const twoNodes = async (nginx: string) => {
  const world = await deliveryWorld({ devices: 1 });
  const ports = { 'app-api': [await freePort(), await freePort()], 'admin-api': [await freePort(), await freePort()] };
  const own = {
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    APP_REGISTRATION_LIMIT: '1000000',
    APP_RATE_LIMIT: '1000000',
    APP_FEED_LIMIT: '1000000',
  };
  const start = (api: Api, n: number): Promise<ChildProcess> =>
    world.startProcess(api, { ...own, [api === 'app-api' ? 'APP_PORT' : 'ADMIN_PORT']: String(ports[api][n]) });
  const running: Record<Api, ChildProcess[]> = { 'app-api': [], 'admin-api': [] };
  for (const api of ['app-api', 'admin-api'] as const) running[api] = await Promise.all([start(api, 0), start(api, 1)]);
  const front = await startNginx(nginx, {
    folder: `${world.folder}/nginx`,
    nodes: { app: ports['app-api'], admin: ports['admin-api'] },
    change: (text) => text.replaceAll(/keepalive_timeout \d+s/g, KEPT_BY_NGINX),
  });
  /** Ends a node by a signal and starts it again; its exit code, null when it was killed. */
  const restart = async (api: Api, n: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const child = running[api][n];
    if (!child) throw new Error(`There is no ${api} ${n}`);
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const code = await gone;
    running[api][n] = await start(api, n);
    return code;
  };
  return {
    world,
    front,
    restart,
    close: async (): Promise<void> => {
      front.stop();
      await world.close();
    },
  };
};

/** Reads and writes at both APIs, one after the other by each of several callers, until told to stop. */
export const keepCalling = async ({ app, admin }: { app: string; admin: string }, world: DeliveryWorld) => {
  const staff = { authorization: `Bearer ${await world.tokenOf('admin')}` };
  const json = { 'content-type': 'application/json' };
  const device = (): string => JSON.stringify({ installId: randomUUID(), platform: 'android', appVersion: '3.4.0' });
  // No two of the feed are the same, so that none is nginx's own.
  let asked = 0;
  const calls: (() => Call)[] = [
    () => ({ method: 'GET', url: `${app}/app/v1/content?appVersion=3.4.${(asked += 1)}`, headers: {} }),
    () => ({ method: 'POST', url: `${app}/app/v1/devices`, headers: json, body: device() }),
    () => ({ method: 'GET', url: `${app}/app/v1/stores`, headers: {} }),
    () => ({ method: 'GET', url: `${admin}/api/v1/content-editor/list`, headers: staff }),
    () => ({
      method: 'POST',
      url: `${admin}/api/v1/store-group`,
      headers: { ...staff, ...json },
      body: JSON.stringify({ name: randomUUID() }),
    }),
  ];
  const met: Met[] = [];
  let isStopped = false;
  const caller = async (first: number): Promise<void> => {
    for (let n = first; !isStopped; n += 1) {
      const call = calls[n % calls.length];
      if (call) met.push(await made(call()));
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, n) => caller(n));
  return {
    met,
    failed: (): Met[] => met.filter(({ what }) => typeof what === 'string' || what >= 500),
    /** Waits until so many more calls were answered. */
    more: async (count: number): Promise<void> => {
      const until = met.length + count;
      while (met.length < until) await sleep(20);
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(callers);
    },
  };
};
