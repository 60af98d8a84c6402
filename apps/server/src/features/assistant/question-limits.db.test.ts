import { randomUUID } from 'node:crypto';
import { appAssistantRoutes, assistantRoutes } from '@endcap/contract/assistant';
import { deviceRoutes } from '@endcap/contract/devices';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
let world: FreshWorld;
let admin: string;
beforeEach(async () => {
  world = await freshWorld({ ENDCAP_APP_QUESTION_LIMIT: '2', ENDCAP_APP_QUESTION_DAY_LIMIT: '3', ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
  admin = await world.tokenOf('admin');
  expect((await world.staff('POST /api/v1/settings-editor', { token: admin, body: { assistant: { enabled: true } } })).status).toBe(200);
  await world.appApp.refresh();
});
afterEach(() => world.close());

type Phone = { token: string; threadId: string };
const aPhone = async (): Promise<Phone> => {
  const { body } = await world.phone(deviceRoutes.register, {
    body: { installId: randomUUID(), platform: 'android', appVersion: '3.4.0' },
  });
  const token = body.deviceSecret ?? '';
  const opened = await world.phone(appAssistantRoutes.open, { token });
  return { token, threadId: opened.body.threadId };
};
const ask = ({ token, threadId }: Phone, from = '10.0.0.1') =>
  world.phone(appAssistantRoutes.ask, {
    token,
    params: { threadId },
    body: { text: 'Czy jest otwarte?' },
    headers: { 'x-forwarded-for': from },
  });
const statuses = async (answers: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();
const later = (ms: number): void => {
  world.clock.aheadMs += ms;
};

describe('rate limits of questions to the assistant', { tags: ['E-40', 'APP-12'] }, () => {
  test('limits the questions of a phone per minute and per day across IP addresses, but not its reading', async () => {
    const phone = await aPhone();
    expect(await statuses([1, 2, 3, 4].map((n) => ask(phone, `10.0.0.${n}`)))).toEqual([201, 201, 429, 429]);
    const refused = await ask(phone);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    const { status, body } = await world.phone(appAssistantRoutes.read, { params: { threadId: phone.threadId }, token: phone.token });
    expect([status, body.messages.length]).toEqual([200, 4]);
    expect((await ask(await aPhone())).status).toBe(201);

    later(MINUTE_MS);
    expect(await statuses([1, 2, 3].map(() => ask(phone)))).toEqual([201, 429, 429]);
    later(MINUTE_MS);
    const tomorrow = await ask(phone);
    expect([tomorrow.status, Number(tomorrow.headers['retry-after']) > 60]).toEqual([429, true]);
    later(DAY_MS);
    expect((await ask(phone)).status).toBe(201);
  });

  test('limits all phones of an IP address to ten times as many questions, without counting refused ones', async () => {
    const one = await aPhone();
    const others = await Promise.all(Array.from({ length: 10 }, aPhone));
    await statuses(Array.from({ length: 30 }, () => ask(one)));
    expect(await statuses(others.flatMap((phone) => [ask(phone), ask(phone)]))).toEqual([...Array(18).fill(201), 429, 429]);
    expect((await ask(await aPhone())).status).toBe(429);
    expect((await ask(await aPhone(), '10.0.0.2')).status).toBe(201);
  });

  test('limits an administrator to thirty test questions a minute', { tags: ['A-64'] }, async () => {
    const tryIt = () => world.staff(assistantRoutes.try, { token: admin, body: { question: 'Czy jest otwarte?' } });
    expect(await statuses(Array.from({ length: 33 }, tryIt))).toEqual([...Array(30).fill(200), 429, 429, 429]);
    later(MINUTE_MS);
    expect((await tryIt()).status).toBe(200);
  });
});
