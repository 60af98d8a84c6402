import type { FastifyInstance } from 'fastify';
import { notificationRoutes } from '@endcap/contract/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { buildAdminApi } from '../../compose-admin-api.ts';

const TABS = 20;
const editor = '/api/v1/notification-editor';
let world: FreshWorld;
/** Another process of the staff API on the same database. */
let other: FastifyInstance;
let admin: string;
let id: string;

beforeAll(async () => {
  world = await freshWorld();
  other = await buildAdminApi(world.world, world.db);
  admin = await world.tokenOf('admin');
  const sent = await world.staff(notificationRoutes.send, { token: admin, body: aNotification({ isTest: true }) });
  id = sent.body._id;
});
afterAll(async () => {
  await other.close();
  await world.close();
});

const tab = async (token: string) => {
  const reply = await other.inject({ method: 'GET', url: `${editor}/${id}`, headers: { authorization: `Bearer ${token}` } });
  return { status: reply.statusCode, validUntil: reply.statusCode === 200 ? reply.json<{ validUntil: string }>().validUntil : null };
};
const tabs = (token: string) => Promise.all(Array.from({ length: TABS }, () => tab(token)));

test('tabs that poll one process show a save through another process at once', { tags: ['N24', 'A-106'] }, async () => {
  for (const day of ['2088-06-01', '2088-07-01', '2088-08-01']) {
    await tabs(admin);
    const saved = await world.staff(notificationRoutes.extend, { params: { notificationId: id }, token: admin, body: { validUntil: day } });
    const { validUntil } = saved.body;
    expect(new Set((await tabs(admin)).map((seen) => seen.validUntil))).toEqual(new Set([validUntil]));
  }
});
test('a sign-out at one process ends the polling at another at once, for that person alone', { tags: ['A19'] }, async () => {
  const token = await world.tokenOf('admin');
  expect(new Set((await tabs(token)).map(({ status }) => status))).toEqual(new Set([200]));
  await world.staff('POST /session/logout', { token });
  const [left, stayed] = await Promise.all([tabs(token), tabs(admin)]);
  expect(new Set(left.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(stayed.map(({ status }) => status))).toEqual(new Set([200]));
});
test('responses that tabs share never reach staff of another store', { tags: ['ROLE-10'] }, async () => {
  const store = await aStore(world.db);
  const token = await world.person('many-tabs', { storeId: store });
  const [own, foreign] = await Promise.all([tabs(admin), tabs(token)]);
  expect(new Set(own.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([404]));
});
