import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PushMessage } from '@endcap/contract/notifications';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { gatewayAt } from '../../../../test/fresh-world.ts';
import { ownGateway } from '../../../../test/own-gateway.ts';
import type { PushGateway, PushOutcome } from '../push-gateway.ts';
import { openFcmGateway } from './fcm-gateway.ts';
import { followServiceAccount, readServiceAccount } from './service-account.ts';

let own: Awaited<ReturnType<typeof ownGateway>>;
let push: PushGateway;
let clockAheadMs = 0;
let nth = 0;
const gateway = gatewayAt(() => own.controlUrl);

const ownAccount = () => readServiceAccount(own.env.ENDCAP_PUSH_CREDENTIALS_FILE);
const open = ({ timeoutMs = 60_000, account = ownAccount } = {}): void => {
  push = openFcmGateway({
    endpoint: own.env.ENDCAP_PUSH_ENDPOINT,
    account,
    ca: readFileSync(own.env.ENDCAP_PUSH_CA_FILE, 'utf8'),
    sessions: 4,
    now: () => new Date(Date.now() + clockAheadMs),
    timeoutMs,
  });
};
const message = (): PushMessage => ({
  notificationId: `m${(nth += 1)}`,
  title: 'Weekend',
  body: 'Jabłka',
  url: null,
  imageUrl: null,
  validUntil: '2099-01-01T00:00:00Z',
});
const sendAll = (count: number, one = message()): Promise<PushOutcome[]> => {
  const send = push.prepare(one);
  return Promise.all(Array.from({ length: count }, (_, n) => send({ kind: 'token', value: `token-${n}` })));
};
const tallyOf = (outcomes: readonly PushOutcome[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { is } of outcomes) sums[is] = (sums[is] ?? 0) + 1;
  return sums;
};

beforeAll(async () => {
  own = await ownGateway();
});
afterAll(() => own.stop());
beforeEach(() => {
  clockAheadMs = 0;
  open();
});
afterEach(async () => {
  await push.close();
  await gateway.behave({});
});

describe('sessions', () => {
  test('GOAWAY after every 50 streams loses nothing and counts as no attempt', { tags: ['F29'] }, async () => {
    await gateway.behave({ goawayEvery: 50, latencyMs: 5 });
    const one = message();
    expect(tallyOf(await sendAll(1_000, one))).toEqual({ accepted: 1_000 });
    expect(await gateway.ledger(one.notificationId)).toMatchObject({ devices: 1_000, sends: 1_000 });
  });
  test('the allowance of streams falls from 100 to 1 and rises again', { tags: ['F29'] }, async () => {
    const one = message();
    await sendAll(10);
    await gateway.behave({ maxStreams: 1 });
    expect(tallyOf(await sendAll(200, one))).toEqual({ accepted: 200 });
    await gateway.behave({ maxStreams: 100 });
    expect(tallyOf(await sendAll(300))).toEqual({ accepted: 300 });
    expect(await gateway.ledger(one.notificationId)).toMatchObject({ devices: 200, sends: 200 });
  });
  test('REFUSED_STREAM is sent again at once', { tags: ['F29'] }, async () => {
    await gateway.behave({ failures: [{ kind: 'refuseStream', count: 30 }] });
    const one = message();
    expect(tallyOf(await sendAll(100, one))).toEqual({ accepted: 100 });
    expect(await gateway.ledger(one.notificationId)).toMatchObject({ devices: 100, sends: 100 });
  });
  test('resets and ended connections are unknown, so transient, and the next messages go through', { tags: ['F30'] }, async () => {
    await gateway.behave({
      failures: [
        { kind: 'drop', count: 5 },
        { kind: 'disconnect', count: 1 },
      ],
    });
    const seen = tallyOf(await sendAll(50));
    expect(seen['transient']).toBeGreaterThanOrEqual(6);
    expect((seen['transient'] ?? 0) + (seen['accepted'] ?? 0)).toBe(50);
    expect(tallyOf(await sendAll(50))).toEqual({ accepted: 50 });
  });
  test('a stream that never answers ends after the timeout; others are not delayed', { tags: ['F30'] }, async () => {
    await push.close();
    open({ timeoutMs: 3_000 });
    await gateway.behave({ failures: [{ kind: 'silent', count: 3 }] });
    expect(tallyOf(await sendAll(40))).toEqual({ transient: 3, accepted: 37 });
  });
  test('a gateway that is not there is transient at once', async () => {
    await push.close();
    push = openFcmGateway({
      endpoint: 'https://localhost:9',
      account: ownAccount,
      ca: readFileSync(own.env.ENDCAP_PUSH_CA_FILE, 'utf8'),
      sessions: 2,
      now: () => new Date(),
    });
    expect(tallyOf(await sendAll(200))).toEqual({ transient: 200 });
  });
});

describe('replies', () => {
  test.each(['garbage', 'html', 'noName', 'huge'])(
    '%s instead of an answer is transient and does no harm',
    { tags: ['F33'] },
    async (kind) => {
      await gateway.behave({ failures: [{ kind, count: 4 }] });
      expect(tallyOf(await sendAll(10))).toEqual({ transient: 4, accepted: 6 });
      expect(process.memoryUsage().rss).toBeLessThan(1_000_000_000);
    },
  );
  test('429 is reported as throttled with the time of Retry-After', { tags: ['F21'] }, async () => {
    await gateway.behave({ failures: [{ kind: 'quota', count: 1, retryAfter: '7' }] });
    expect(await sendAll(1)).toEqual([{ is: 'throttled', afterMs: 7_000 }]);
  });
});

describe('the access token', { tags: ['F28'] }, () => {
  test(
    'is requested with the current key file, and a half-written file or one of another project is ignored',
    { tags: ['OPS-11'] },
    async () => {
      await push.close();
      const file = join(inject('folder'), 'rotated-key.json');
      const right = readFileSync(own.env.ENDCAP_PUSH_CREDENTIALS_FILE, 'utf8');
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const withdrawn = { ...JSON.parse(right), private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
      writeFileSync(file, JSON.stringify(withdrawn));
      const refused: string[] = [];
      open({ account: followServiceAccount(file, (why) => refused.push(why)) });
      expect(tallyOf(await sendAll(2))).toEqual({ stop: 2 });
      writeFileSync(file, right.slice(0, 100));
      expect(tallyOf(await sendAll(1))).toEqual({ stop: 1 });
      writeFileSync(file, JSON.stringify({ ...JSON.parse(right), project_id: 'another' }));
      expect(tallyOf(await sendAll(1))).toEqual({ stop: 1 });
      expect(refused).toEqual([`Push credentials ${file}: the file is not JSON`, `Push credentials ${file}: of another project, another`]);
      writeFileSync(file, right);
      expect(tallyOf(await sendAll(3))).toEqual({ accepted: 3 });
      // A key that is replaced while a token is valid is used once that token expires.
      writeFileSync(file, JSON.stringify(withdrawn));
      expect(tallyOf(await sendAll(1))).toEqual({ accepted: 1 });
      clockAheadMs += 2 * 3_600_000;
      expect(tallyOf(await sendAll(1))).toEqual({ stop: 1 });
    },
  );
  test.each([
    [3, 'accepted'],
    [4, 'stop'],
  ])('a phone whose send meets %i withdrawn tokens in a row: %s', { tags: ['F28'] }, async (count, is) => {
    await gateway.behave({ failures: [{ kind: 'unauthenticated', count }] });
    expect(tallyOf(await sendAll(1))).toEqual({ [is]: 1 });
  });
  test('a withdrawn token is replaced and the message sent again', async () => {
    await sendAll(1);
    await gateway.withdrawTokens();
    const one = message();
    expect(tallyOf(await sendAll(100, one))).toEqual({ accepted: 100 });
    expect(await gateway.ledger(one.notificationId)).toMatchObject({ sends: 100 });
  });
  test('it is refreshed early, and the old one used while the token endpoint is broken', async () => {
    await sendAll(1);
    await gateway.behave({ token: { status: 500 } });
    clockAheadMs = 56 * 60_000;
    expect(tallyOf(await sendAll(20))).toEqual({ accepted: 20 });
    clockAheadMs = 61 * 60_000;
    expect(tallyOf(await sendAll(20))).toEqual({ transient: 20 });
    await gateway.behave({});
    expect(tallyOf(await sendAll(20))).toEqual({ accepted: 20 });
  });
  test('a slow token endpoint delays sending, and gets one request', async () => {
    await gateway.tokensIssued();
    await gateway.behave({ token: { delayMs: 500 } });
    expect(tallyOf(await sendAll(100))).toEqual({ accepted: 100 });
    expect(await gateway.tokensIssued()).toBe(1);
  });
  test('isKeyRefused detects a refused key without sending, and checks again at most once a minute', { tags: ['E-76'] }, async () => {
    await gateway.behave({ token: { status: 401 } });
    expect(await push.isKeyRefused()).toBe(true);
    await gateway.behave({});
    expect(await push.isKeyRefused()).toBe(true);
    clockAheadMs = 61_000;
    expect(await push.isKeyRefused()).toBe(false);
    await gateway.behave({ token: { status: 500 } });
    expect(await push.isKeyRefused()).toBe(false);
  });
  test('a refused key stops', async () => {
    await gateway.behave({ token: { status: 400 } });
    expect(await sendAll(1)).toEqual([{ is: 'stop', reason: 'credential', error: 'The token endpoint answered 400' }]);
  });
});
