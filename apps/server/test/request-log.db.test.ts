import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdminApi } from '../src/composition.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';

const editor = '/api/v1/notification-editor';
let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

test(
  'a request has the number that it came with, or a new one, in its answer, its problem and its one line',
  { tags: ['D-2A'] },
  async () => {
    const said: Record<string, unknown>[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line)) });
    const app = await buildAdminApi({ ...world.world, log }, world.db);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const ask = async (headers: Record<string, string>) => {
      const reply = await app.inject({ url: `${editor}/zzz`, headers: { authorization: `Bearer ${admin}`, ...headers } });
      const number = reply.headers['x-request-id'];
      expect(reply.json()).toMatchObject({ error: { requestId: number } });
      await expect.poll(() => said.filter(({ reqId }) => reqId === number)).toHaveLength(1);
      return number;
    };
    expect(await ask({ 'x-request-id': 'proxy-12345678' })).toBe('proxy-12345678');
    expect(await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace);
    for (const wrong of ['short', 'x'.repeat(200), 'two words here', '{"a":"b-----"}'])
      expect(await ask({ 'x-request-id': wrong })).not.toBe(wrong);
    expect(said[0]).toMatchObject({
      method: 'GET',
      route: `${editor}/:notificationId`,
      status: 404,
      ms: expect.any(Number),
      actor: 'admin',
    });
    await app.inject({ url: `${editor}/list`, headers: { authorization: `Bearer ${admin}` } });
    await expect.poll(() => said.at(-1)).toMatchObject({ msg: 'answered', route: `${editor}/list`, status: 200 });
    const before = said.length;
    await app.inject('/healthz');
    expect(said).toHaveLength(before);
    await app.close();
  },
);
