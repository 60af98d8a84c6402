import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Messaging } from 'firebase-admin/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewayFiles } from './credentials.ts';
import { firebaseAdminAt } from './firebase-admin-at.ts';
import { startPushGateway } from './push-gateway.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const folder = mkdtempSync(join(tmpdir(), 'endcap-firebase-'));
let messaging: Messaging;
let control: string;
const closing: (() => Promise<void>)[] = [];
const behave = (wanted: Record<string, unknown>): Promise<unknown> =>
  fetch(`${control}/behaviour`, { method: 'POST', body: JSON.stringify(wanted) });
const ledger = async (key: string) => (await (await fetch(`${control}/ledger/${key}`)).json()) as Record<string, number>;
const message = (token: string, key = 'n1') => ({
  token,
  notification: { title: 'Weekend', body: 'Jabłka' },
  data: { notificationId: key },
  android: { collapseKey: key, ttl: 60_000, notification: { tag: key } },
});
beforeAll(async () => {
  const [port, controlPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const files = await gatewayFiles(folder, url);
  const gateway = await startPushGateway({ port, controlPort, files, tokenUri: `${url}/token` });
  const sdk = firebaseAdminAt({ url, credentialsFile: files.credentials, caFile: files.certificate });
  messaging = sdk.messaging;
  control = `http://localhost:${controlPort}`;
  closing.push(sdk.close, gateway.close);
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => behave({}));

describe("the vendor's SDK with our gateway", () => {
  test('sendEach returns names of accepted messages, and its own error codes for dead and malformed addresses', async () => {
    const tokens = ['token-a', 'dead-b', 'malformed-c', 'token-d'];
    const { responses, successCount } = await messaging.sendEach(tokens.map((token) => message(token)));
    expect(successCount).toBe(2);
    expect(responses[0]?.messageId).toMatch(/^projects\/endcap-sandbox\/messages\//);
    expect(responses.map(({ error }) => error?.code)).toEqual([
      undefined,
      'messaging/registration-token-not-registered',
      'messaging/invalid-argument',
      undefined,
    ]);
    expect(await ledger('n1')).toMatchObject({ devices: 2, sends: 2, visibleAtMost: 1, dead: 1 });
  });
  test.each([
    ['internal', 'messaging/internal-error'],
    ['wrongProject', 'messaging/mismatched-credential'],
    ['thirdPartyAuth', 'messaging/third-party-auth-error'],
    ['badPayload', 'messaging/invalid-argument'],
    ['unregistered', 'messaging/registration-token-not-registered'],
  ])('maps the fault %s to the error %s', async (kind, code) => {
    await behave({ failures: [{ kind, count: 100 }] });
    const { responses } = await messaging.sendEach([message('token-e')]);
    expect(responses[0]?.error?.code).toBe(code);
  });
});

describe('simulated phones', () => {
  test('show one notification for copies with the same tag, and none that expired while they were offline', async () => {
    const offline = ['token-f', 'token-g'];
    await fetch(`${control}/offline`, { method: 'POST', body: JSON.stringify(offline) });
    const short = { ...message('token-g', 'n2'), android: { collapseKey: 'n2', ttl: 0, notification: { tag: 'n2' } } };
    await messaging.sendEach([message('token-f', 'n2'), message('token-f', 'n2'), short]);
    await fetch(`${control}/online`, { method: 'POST', body: JSON.stringify(offline) });
    expect(await ledger('n2')).toMatchObject({ devices: 2, sends: 3, shown: 1, visibleAtMost: 1 });
    await messaging.sendEach([
      message('token-h', 'n3'),
      { ...message('token-h', 'n3'), android: { collapseKey: 'n3', notification: { tag: 'other' } } },
    ]);
    expect(await ledger('n3')).toMatchObject({ devices: 1, sends: 2, visibleAtMost: 2 });
  });
  test('replace or remove a notification when a data or iOS-only message has its key', { tags: ['RECALL-01', 'RECALL-02'] }, async () => {
    const data = (action: string) => ({ notificationId: 'n5', action, version: '2' });
    await messaging.sendEach([message('token-i', 'n5'), message('token-j', 'n5')]);
    const onIos = { headers: { 'apns-collapse-id': 'n5' }, payload: { aps: { contentAvailable: true } } };
    const { successCount } = await messaging.sendEach([
      { token: 'token-i', data: data('takeBack'), android: { collapseKey: 'n5', priority: 'high' } },
      { token: 'token-j', notification: { title: 'Nowy tekst' }, data: data('correct'), apns: onIos },
    ]);
    expect(successCount).toBe(2);
    expect(await ledger('n5')).toMatchObject({ devices: 2, sends: 2, shown: 1, takenBack: 1, corrected: 1, visibleAtMost: 1 });
  });
  test('get the same faults from the same seed', async () => {
    const answers = async (seed: number, run: string) => {
      await behave({ seed, mix: { badPayload: 0.3, unregistered: 0.2 } });
      const messages = Array.from({ length: 60 }, (_, n) => message(`seeded-${run}-${n}`, 'n4'));
      return (await messaging.sendEach(messages)).responses.map(({ error }) => error?.code ?? 'accepted');
    };
    const first = await answers(7, 'a');
    expect(new Set(first).size).toBe(3);
    await fetch(`${control}/clear`, { method: 'POST' });
    expect(await answers(7, 'a')).toEqual(first);
    expect(await answers(8, 'a')).not.toEqual(first);
  });
});
