import type { Device } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { popupRoutes } from '@endcap/contract/popups';
import { settingsRoutes } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aContent, aNotification, aStore } from '../../apps/server/test/builders.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { type PlaceholderId, idPlaceholders, readRecordings, type RecordedCall } from './recording.ts';
import { unreadable } from './shapes.ts';

let world: FreshWorld;
beforeEach(async () => {
  world = await freshWorld();
});
afterEach(() => world.close());

type AssignedIds = Partial<Record<PlaceholderId | 'secret', string>>;
type Answered = { status: number; body: unknown; headers: Record<string, unknown> };

/** Creates the data that existed before the app was installed. */
const chain = async (): Promise<AssignedIds> => {
  const token = await world.tokenOf('admin');
  const store = await aStore(world.db, { storeNo: 101 });
  const content = await aContent(world.db, { includeStoreType: '', includeStores: [store], segments: ['vip'], url: 'https://sklep.pl/a' });
  const popup = await world.staff(popupRoutes.create, { token, body: { name: 'Stara', text: 'Dzień dobry', version: '', repeat: 2 } });
  await world.staff(settingsRoutes.save, { token, body: { assistant: { enabled: true } } });
  const seen = async (path: string): Promise<string> => JSON.stringify((await world.phone(`GET /app/v1/${path}`)).body);
  // A save appears in the app API within a second.
  await expect.poll(() => seen(`content?appVersion=3.4.0&storeId=${store}&segments=vip`)).toContain(content);
  await expect.poll(() => seen('popups?appVersion=3.4.0')).toContain(popup.body._id);
  await expect.poll(() => seen('settings')).toContain('"assistant":{"enabled":true}');
  return { store, content, popup: popup.body._id };
};
/** Stores a notification that was delivered to the phone, as a worker leaves it. */
const sentTo = async (deviceId: string): Promise<string> => {
  const token = await world.tokenOf('admin');
  const { _id: id } = (await world.staff(notificationRoutes.send, { token, body: aNotification({ isTest: true }) })).body;
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
    select ${id}, 0, seq, seq, array[seq], decode('01', 'hex'), 0, 1 from device where id = ${deviceId}`.execute(world.db);
  return id;
};

const filled = (text: string, known: AssignedIds): string =>
  Object.entries(idPlaceholders).reduce((all, [name, word]) => all.replaceAll(word, known[name as PlaceholderId] ?? word), text);

/** Repeats a recorded call with the ids of this world. */
const again = (call: RecordedCall, known: AssignedIds, tag: unknown): Promise<Answered> =>
  world.phone(`${call.route.split(' ')[0] as 'GET'} ${filled(call.path, known)}`, {
    ...(call.asPhone && known.secret !== undefined && { token: known.secret }),
    ...(call.body !== undefined && { body: JSON.parse(filled(JSON.stringify(call.body), known)) as unknown }),
    headers: call.isAgain ? { 'if-none-match': String(tag) } : {},
  });

/** Stores ids from an answer for later calls. */
const learn = async (known: AssignedIds, { route, status }: RecordedCall, { body }: Answered): Promise<void> => {
  if (route === 'POST /app/v1/devices' && status === 201) {
    const { deviceId, deviceSecret } = body as Pick<Device, 'deviceId'> & { deviceSecret: string };
    Object.assign(known, { secret: deviceSecret, notification: await sentTo(deviceId) });
  }
  if (route === 'POST /app/v1/assistant/threads') known.thread = (body as { threadId: string }).threadId;
};

/**
 * Replays recorded calls. Returns the answers that an app of that version could not read, and unexpected statuses. `meanwhile` alters
 * answers in transit.
 */
const troubles = async (calls: readonly RecordedCall[], meanwhile = (answer: unknown): unknown => answer): Promise<string[]> => {
  const known = await chain();
  const told: string[] = [];
  let tag: unknown;
  for (const call of calls) {
    const answer = await again(call, known, tag);
    if (answer.status !== call.status) told.push(`${call.route}: ${answer.status} for ${call.status}`);
    else if (call.reads !== undefined) told.push(...unreadable(call.reads, meanwhile(answer.body), call.route));
    tag = answer.headers['etag'];
    await learn(known, call, answer);
  }
  return told;
};

for (const { kit, calls } of readRecordings())
  test(`the app API accepts the recorded calls of phone kit ${kit}, and its apps can read every answer`, { tags: ['KIT-02'] }, async () => {
    expect(await troubles(calls)).toEqual([]);
    await world.close();
    world = await freshWorld();
    // The same calls with answers in which fields are missing or have another type.
    const broken = await troubles(calls, (answer) =>
      JSON.parse(JSON.stringify(answer), (field, value: unknown) =>
        field === 'sentAt' || field === 'clickable' ? undefined : field === 'isTester' ? 'yes' : value,
      ),
    );
    expect(broken).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^GET \/app\/v1\/notifications\.items\[0\]\.sentAt is gone$/),
        expect.stringMatching(/^GET \/app\/v1\/content\/:contentId\.clickable is gone$/),
        'GET /app/v1/devices/me.isTester: truth is read, "yes" came',
      ]),
    );
  });
