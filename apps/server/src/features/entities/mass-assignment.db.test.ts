import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  const store = await aStore(world.db);
  staff = await world.person('assigning-staff', { storeId: store });
  ids['store-editor'] = await aStore(world.db, { name: 'Przed' });
  ids['store-group'] = await aGroup(world.db, 'Przed', [store]);
  ids['content-editor'] = await aContent(world.db, { name: 'Przed', contentType: 'navigation' });
  const made = async (path: string, body: object): Promise<string> =>
    ((await world.staff(`POST /api/v1/${path}`, { token: admin, body })).body as { _id: string })._id;
  ids['popup-editor'] = await made('popup-editor', { name: 'Przed', text: 'Tekst' });
  ids['knowledge-editor'] = await made('knowledge-editor', { name: 'Przed', description: 'Opis', content: 'Treść' });
});
afterAll(() => world.close());

/** Server-controlled fields, as an attacker would try to set them. */
const stolen = {
  _id: 'mine',
  id: 'mine',
  createdAt: '2000-01-01T00:00:00.000Z',
  createdBy: 'mallory',
  updatedBy: 'mallory',
  revision: 99,
  deletedAt: '2000-01-01T00:00:00.000Z',
  role: 'admin',
  isAdmin: true,
  main: 1_000_000,
  notifications: 1_000_000,
  constructor: { prototype: { polluted: true } },
};
type Entity = Record<string, unknown> & { name: string };

describe('fields that only the server sets are ignored by every editor', { tags: ['Z09'] }, () => {
  test.each(['store-editor', 'store-group', 'content-editor', 'popup-editor', 'knowledge-editor'])('%s', async (path) => {
    const at = `/api/v1/${path}/${ids[path]}` as const;
    const before = (await world.staff(`GET ${at}`, { token: admin })).body as Entity;
    const { status } = await world.staff(`PATCH ${at}`, { token: admin, body: { ...stolen, name: 'Po' } });
    expect(status).toBe(200);
    const after = (await world.staff(`GET ${at}`, { token: admin })).body as Entity;
    expect(after.name).toBe('Po');
    const own = (entity: Entity): Entity => ({ ...entity, name: '', updatedAt: '', updatedBy: '', lastChange: '' });
    expect(own(after)).toEqual(own(before));
    expect(JSON.stringify(after)).not.toMatch(/mallory|polluted|1000000/);
    expect((await world.staff(`GET /api/v1/${path}/mine`, { token: admin })).status).toBe(404);
  });
});
test('settings are changed by administrators alone, unknown keys and prototypes are ignored', { tags: ['Z13'] }, async () => {
  expect((await world.staff('POST /api/v1/settings-editor', { token: staff, body: { hideClientCodeText: 'x' } })).status).toBe(403);
  const { status, body } = await world.staff('POST /api/v1/settings-editor', {
    token: admin,
    payload: '{"hideClientCodeText":"Kod","superuser":true,"__proto__":{"polluted":true},"assistant":{"enabled":true,"root":true}}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ hideClientCodeText: 'Kod' });
  expect(JSON.stringify(body)).not.toMatch(/superuser|polluted|root/);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
