import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdminApi } from '../src/compose-admin-api.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';

const editor = '/api/v1/notification-editor';
let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_TRUSTED_PROXIES: '192.0.2.1' });
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

test(
  'a request has the id that a trusted proxy gave it, or a new one, in its answer, its problem and its one line',
  { tags: ['D-2A', 'E-43'] },
  async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const app = await buildAdminApi({ ...world.world, log }, world.db);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const ask = async (headers: Record<string, string>, remoteAddress = '192.0.2.1') => {
      const reply = await app.inject({ url: `${editor}/zzz`, remoteAddress, headers: { authorization: `Bearer ${admin}`, ...headers } });
      const number = reply.headers['x-request-id'];
      expect(reply.json()).toMatchObject({ error: { requestId: number } });
      await expect.poll(() => lines.filter(({ reqId }) => reqId === number)).toHaveLength(1);
      return number;
    };
    expect(await ask({ 'x-request-id': 'proxy-12345678' })).toBe('proxy-12345678');
    expect(await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace);
    for (const wrong of ['short', 'x'.repeat(200), 'two words here', '{"a":"b-----"}'])
      expect(await ask({ 'x-request-id': wrong })).not.toBe(wrong);
    expect(await ask({ 'x-request-id': 'stranger-12345678' }, '203.0.113.7')).toMatch(/^[a-z2-7]{24}$/);
    expect(lines[0]).toMatchObject({
      method: 'GET',
      route: `${editor}/:notificationId`,
      status: 404,
      ms: expect.any(Number),
      actor: 'admin',
    });
    await app.inject({ url: `${editor}/list`, headers: { authorization: `Bearer ${admin}` } });
    await expect.poll(() => lines.at(-1)).toMatchObject({ msg: 'answered', route: `${editor}/list`, status: 200 });
    const before = lines.length;
    await app.inject('/healthz');
    expect(lines).toHaveLength(before);
    await app.close();
  },
);
