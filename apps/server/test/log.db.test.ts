import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { aNotification, aStore } from './builders.ts';
import { freshWorld } from './fresh-world.ts';
import { buildAdminApi } from '../src/compose-admin-api.ts';

test(
  'a refused save is one line with user, route and cause, without tokens or texts',
  { tags: ['API-GEN-13', 'H19', 'NFR-07', 'A-122'] },
  async () => {
    const world = await freshWorld();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }));
    const app = await buildAdminApi({ ...world.world, log }, world.db);
    const token = await world.person('logged', { storeId: await aStore(world.db) });
    await app.inject({
      method: 'POST',
      url: '/api/v1/notification-editor',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'x\u001b[31m' },
      payload: JSON.stringify(aNotification({ title: 'Tajny\r\n{"level":60}', content: 'sekret', url: 'javascript:1' })),
    });
    const [line = ''] = lines;
    expect(lines).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({
      code: 'invalid',
      actor: 'logged',
      route: '/api/v1/notification-editor',
      fields: { url: ['notTarget'] },
    });
    expect(line.trim()).not.toContain('\n');
    for (const secret of [token, 'Tajny', 'sekret', 'javascript:1']) expect(line).not.toContain(secret);
    await app.close();
    await world.close();
  },
);

test('logs the user, route and code of a request that is rejected for missing rights', { tags: ['D-50', 'API-GEN-13'] }, async () => {
  const world = await freshWorld();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }));
  const app = await buildAdminApi({ ...world.world, log }, world.db);
  const token = await world.person('not-admin', { storeId: await aStore(world.db) });
  for (const url of ['/api/v1/content-editor', '/api/v1/settings-editor']) {
    const { statusCode } = await app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload: {} });
    expect(statusCode).toBe(403);
    expect(JSON.parse(lines.pop() ?? '')).toMatchObject({ code: 'forbidden', actor: 'not-admin', route: url });
  }
  await app.close();
  await world.close();
});
