import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import type { throwAwayWorld } from '../test/throw-away-world.ts';
import { tokenOf } from '../test/token-of.ts';
import { API_FLAGS } from '../launch/api-flags.ts';
import { WORKER_FLAGS } from '../launch/worker-flags.ts';
import { Refusal } from './refusal.ts';

const ENDCAP_TESTER_CODE = 'restored-copy';
const WITHIN_MS = 90_000;
const LOOK_MS = 100;
const HOUR_MS = 3_600_000;

type World = Awaited<ReturnType<typeof throwAwayWorld>>;
type Call = { method?: 'POST'; bearer?: string; body?: unknown };

const call = async <T>(url: string, { method, bearer, body }: Call = {}): Promise<T> => {
  const answer = await fetch(url, {
    ...(method && { method }),
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(`On the restored copy ${new URL(url).pathname} answers ${answer.status}: ${text.slice(0, 200)}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};

/** Registers a phone as a test device of the copy. Returns its push address. */
const registerPhone = async (appUrl: string): Promise<string> => {
  const value = `drill-${randomUUID()}`;
  const { deviceSecret } = await call<{ deviceSecret: string }>(`${appUrl}/app/v1/devices`, {
    method: 'POST',
    body: { installId: randomUUID(), platform: 'android', appVersion: '1.0.0', push: { kind: 'token', value } },
  });
  await call(`${appUrl}/app/v1/devices/me/tester`, { method: 'POST', bearer: deviceSecret, body: { code: ENDCAP_TESTER_CODE } });
  return value;
};

/** Starts both APIs and a worker on a copy and sends a test notification. Throws a `Refusal` if it does not reach the push service. */
export const sendOneTest = async ({ sandbox, startProcess }: World, signal: AbortSignal): Promise<void> => {
  const [adminPort, appPort] = [String(await freePort()), String(await freePort())];
  await Promise.all([
    startProcess('admin-api', { ENDCAP_ADMIN_PORT: adminPort }, API_FLAGS),
    startProcess('app-api', { ENDCAP_APP_PORT: appPort, ENDCAP_TESTER_CODE }, API_FLAGS),
    startProcess('push-worker', {}, WORKER_FLAGS),
  ]);
  const address = await registerPhone(`http://127.0.0.1:${appPort}`);
  const bearer = await tokenOf(sandbox.issuer, 'admin');
  const editor = `http://127.0.0.1:${adminPort}/api/v1/notification-editor`;
  const { _id: id } = await call<{ _id: string }>(editor, {
    method: 'POST',
    bearer,
    body: {
      title: 'Drill',
      content: 'Drill',
      isTest: true,
      includeStoreType: 'all',
      validUntil: new Date(Date.now() + HOUR_MS).toISOString(),
    },
  });
  const reached = async (): Promise<boolean> => (await call<string[]>(`${sandbox.gatewayControlUrl}/addresses/n${id}`)).includes(address);
  for (const deadline = performance.now() + WITHIN_MS; !(await reached()); await sleep(LOOK_MS, undefined, { signal }))
    if (performance.now() > deadline) throw new Refusal('On the restored copy a test did not reach the push service');
};
