import { customerRoutes } from '@endcap/contract/customers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { phones } from '../../../test/builders.ts';
import { isOver } from '../../../test/sending.ts';
import { sendingScene } from '../../../test/sending-scene.ts';
import { figuresOf } from '../../../test/traces.ts';

const scene = sendingScene();

test(
  'customers who are erased while they are being sent to are gone, each has one outcome, and no address comes back',
  { tags: ['D-27', 'OPS-07', 'E-7D'] },
  async () => {
    const { world, admin: token, gateway, send, until, work } = scene;
    await phones(world.db, { count: 900 });
    await phones(world.db, { count: 60, prefix: 'dead' });
    await sql`update device set user_id = 'k' || seq % 8`.execute(world.db);
    await gateway.behave({ latencyMs: 40 });
    work();
    const id = await send();
    await until(id, ({ details }) => (details?.successful ?? 0) > 0);
    for (const n of [0, 1, 2, 3]) {
      const { status } = await world.staff(customerRoutes.erase, { token, body: { userId: `k${n}` } });
      expect(status).toBe(200);
    }
    await until(id, isOver);
    const { details } = await figuresOf(world, id);
    expect((details.details?.successful ?? 0) + (details.details?.failed ?? 0)).toBe(960);
    const { rows } = await sql<{ phones: number; theirs: number }>`
    select count(*)::int as phones, count(*) filter (where seq % 8 < 4 or user_id is null)::int as theirs from device`.execute(world.db);
    expect(rows).toEqual([{ phones: 480, theirs: 0 }]);
    const { rows: places } = await sql<{ all: number; known: number }>`
    select count(*)::int as all, count(device.seq)::int as known from fan_out_chunk, unnest(devices) one(seq) left join device on device.seq = one.seq
      where one.seq > 0`.execute(world.db);
    expect(places).toEqual([{ all: 480, known: 480 }]);
    const { visibleAtMost } = await gateway.ledger(id);
    expect(visibleAtMost).toBe(1);
  },
);
