import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { portOf } from '../../../test/port-of.ts';
import { listenTo } from './listen-to.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('reports whether notifications arrive, and reconnects with a hint that some may have been missed', { tags: ['F75'] }, async () => {
  let hints = 0;
  const subscription = listenTo(world.databaseUrl, 'some_channel', () => (hints += 1));
  onTestFinished(subscription.close);
  expect(subscription.isReceiving()).toBe(false);
  await expect.poll(subscription.isReceiving).toBe(true);
  const before = hints;
  await sql`select pg_notify('some_channel', '')`.execute(world.db);
  await expect.poll(() => hints).toBe(before + 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'some_channel'`.execute(
    world.db,
  );
  await expect.poll(subscription.isReceiving, { interval: 5 }).toBe(false);
  await expect.poll(subscription.isReceiving).toBe(true);
  expect(hints).toBe(before + 3);
});

/** Starts a proxy of the database that can go silent: it then accepts bytes and never answers. */
const silentNetwork = async () => {
  const { hostname, port } = new URL(world.databaseUrl);
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port) });
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {});
      from.on('data', (bytes) => void (isSilent || to.write(bytes)));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(world.databaseUrl);
  url.host = `127.0.0.1:${portOf(server)}`;
  return { url: url.href, goSilent: () => void (isSilent = true) };
};

test('closing does not wait for a connection that no longer responds', { tags: ['F30', 'F75'] }, async () => {
  const network = await silentNetwork();
  const subscription = listenTo(network.url, 'some_channel', () => {});
  await expect.poll(subscription.isReceiving).toBe(true);
  network.goSilent();
  await subscription.close();
  expect(subscription.isReceiving()).toBe(false);
});

test('closing does not wait for a connection that is being opened', { tags: ['F30'] }, async () => {
  const network = await silentNetwork();
  network.goSilent();
  await listenTo(network.url, 'some_channel', () => {}).close();
});
