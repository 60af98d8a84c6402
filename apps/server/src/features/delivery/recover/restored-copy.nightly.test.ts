import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld, gatewayAt } from '../../../../test/fresh-world.ts';
import { ownGateway } from '../../../../test/own-gateway.ts';
import { isOver, sendingAs, workOn } from '../../../../test/sending.ts';

const PHONES = 3_000;
let own: Awaited<ReturnType<typeof ownGateway>>;
let original: FreshWorld;
let admin: string;
const gateway = gatewayAt(() => own.controlUrl);

const work = (world: FreshWorld, alarms: string[] = []) =>
  workOn(world, { push: world.push({ env: own.env }), lanes: 2, alarm: (message) => alarms.push(message) });

beforeAll(async () => {
  own = await ownGateway();
  original = await freshWorld();
  admin = await original.tokenOf('admin');
  await phones(original.db, { count: PHONES });
});
afterAll(async () => {
  await original.close();
  await own.stop();
});

test('a restored copy pauses its open sends and raises an alarm; a person can resume them', { tags: ['F53'] }, async () => {
  const there = sendingAs(
    () => original,
    () => admin,
  );
  const id = await there.send();
  await gateway.behave({ latencyMs: 200 });
  const first = work(original);
  await there.until(id, ({ details }) => (details?.successful ?? 0) >= 200);
  await first.stop();
  const copy = await freshWorld({}, original);

  const alarmsThere: string[] = [];
  const second = work(original, alarmsThere);
  expect(await there.until(id, isOver)).toMatchObject({ details: { successful: PHONES }, sending: { pauseReason: null } });
  await second.stop();
  expect(alarmsThere).toEqual([]);
  const sent = await gateway.ledger(id);
  expect(sent).toMatchObject({ devices: PHONES, sends: PHONES });

  const alarms: string[] = [];
  const worker = work(copy, alarms);
  const here = sendingAs(
    () => copy,
    () => admin,
  );
  const paused = await here.until(id, ({ sending }) => sending.state === 'paused');
  expect(paused.sending).toMatchObject({ state: 'paused', pauseReason: 'restored' });
  // The worker is running: a send accepted after the copy was made goes out.
  const store = await aStore(copy.db);
  await phones(copy.db, { subscribed: [store], count: 1 });
  expect(await here.until(await here.send({}, store), isOver)).toMatchObject({ details: { successful: 1 } });
  expect((await gateway.ledger(id)).sends).toBe(sent.sends);
  expect(alarms).toEqual(['the database is a restored copy: what was open waits for a person']);

  expect((await copy.staff(`POST /api/v1/notification-editor/${id}/resume`, { token: admin })).status).toBe(200);
  expect(await here.until(id, isOver)).toMatchObject({ details: { successful: PHONES, failed: 0 } });
  expect(await gateway.ledger(id)).toMatchObject({ devices: PHONES, visibleAtMost: 1 });
  expect(alarms).toHaveLength(1);
  await worker.stop();
  await copy.close();
});
