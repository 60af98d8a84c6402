import { sql } from 'kysely';
import { appContentRoutes } from '@endcap/contract/content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aContent } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(world.db);
});
afterAll(() => world.close());

const bad = [
  'javascript:alert(1)',
  'JavaScript://sklep.pl/%0aalert(1)',
  'javascript://abc',
  'data:text/html,<b>x',
  'file:///etc/passwd',
  '//evil.example/x',
  'https://user:pw@sklep.pl',
  'https://user@sklep.pl',
  'https:\\\\sklep.pl',
  'https://sklep.pl\\@evil.example',
  'ftp://sklep.pl',
  'www.sklep.pl',
  'other://abc',
  'endcap://a/b',
];
const good = [
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'http://sklep.pl',
  'https://sklep.pl/a@b?c=d#e',
  'endcap://abc',
  'endcap://abc#2',
];

test.each(bad)('content leads nowhere by %s', { tags: ['D-13'] }, async (url) => {
  const id = await aContent(world.db);
  for (const request of ['POST /api/v1/content-editor', `PATCH /api/v1/content-editor/${id}`] as const) {
    const dates = { validityStart: '2026-12-01', validityEnd: '2026-12-08' };
    const { status, body } = await world.staff(request, {
      token: admin,
      body: { contentType: 'banner', name: 'x', prevImage: `cloudinary:${'a'.repeat(32)}.png`, ...dates, url },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { fields: { url: ['notTarget'] } } });
  }
});

test('phones get null instead of a stored URL that is not allowed', { tags: ['D-13'] }, async () => {
  const ids = new Map<string, string>();
  for (const url of [...bad, ...good]) ids.set(await aContent(world.db, { url }), url);
  const feed = async () => (await world.phone(appContentRoutes.feed, { query: { appVersion: '3.4.0' } })).body.items;
  const shown = async (): Promise<number> => (await feed()).filter(({ _id }) => ids.has(_id)).length;
  await expect.poll(shown).toBe(ids.size);
  for (const { _id, url } of await feed()) {
    const stored = ids.get(_id);
    if (stored === undefined) continue;
    expect([stored, url]).toEqual([stored, good.includes(stored) ? stored : null]);
    expect((await world.phone(`GET /app/v1/content/${_id}?appVersion=3.4.0`)).body).toMatchObject({ url });
  }
});
