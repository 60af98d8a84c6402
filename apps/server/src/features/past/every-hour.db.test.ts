import { previewRoutes } from '@endcap/contract/preview';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pick } from '../../../test/draw.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { randomEdits, randomOf } from '../../../test/random-edits.ts';
import { plainOf } from '../../platform/http/answer.ts';
import { createAppChanges } from '../app-changes/index.ts';
import { createFeed } from '../content/index.ts';
import { writeSnapshots } from './write-snapshots.ts';

const IMPORT_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: IMPORT_TOKEN });
  admin = await world.tokenOf('admin');
  // The database's clock goes with the world's.
  await sql`create table moved_clock (at timestamptz)`.execute(world.db);
  await sql`insert into moved_clock values (now())`.execute(world.db);
  await sql`create or replace function history_instant() returns timestamptz language sql as 'select at from moved_clock'`.execute(
    world.db,
  );
});
afterAll(() => world.close());

const HOUR = 3_600_000;
/** Feeds that are recorded: of so many viewers each hour, after so many edits. */
const { numRuns: CASES = 0, seed = 0 } = fc.readConfigureGlobal();
const [VIEWERS, EDITS] = [25, 15];
const HOURS = Math.ceil(CASES / VIEWERS);
/** Upper limit of hours. If the recorded feeds are too much alike after `HOURS`, edits continue until enough of them differ. */
const MOST_HOURS = 2 * HOURS;

type Viewer = { storeId: string | null; segments: string[]; appVersion: string };
type Seen = { at: string; viewer: Viewer; items: unknown };

test(
  `the feed recorded each hour through random edits equals the preview of that hour afterwards, item by item (${CASES} feeds)`,
  { tags: ['PREV-09', 'PREV-06'] },
  async () => {
    const random = randomOf(seed);
    const base = Date.now() - (MOST_HOURS + 1) * HOUR;
    const moveTo = async (hour: number): Promise<string> => {
      const at = new Date(base + hour * HOUR);
      world.clock.stoppedAt = at.getTime();
      await sql`update moved_clock set at = ${at}`.execute(world.db);
      return at.toISOString();
    };
    const changes = createAppChanges({ db: world.db, onError: () => {} });
    const feed = createFeed({ changes, now: world.world.now, app: { base: '', appScheme: world.world.config.ENDCAP_APP_SCHEME } });
    const itemsFor = async ({ storeId, ...viewer }: Viewer): Promise<unknown> => {
      const { prepared } = await feed.ask({ ...viewer, storeId: storeId ?? undefined });
      return (JSON.parse(plainOf(prepared.answer).toString()) as { items: unknown }).items;
    };
    const seen: Seen[] = [];
    const { edit, ids } = await randomEdits(world, { now: () => world.world.now().getTime(), importToken: IMPORT_TOKEN });
    const different = new Set<string>();
    const differEnough = () => different.size > HOURS;
    let hour = 0;
    for (; hour < HOURS || (!differEnough() && hour < MOST_HOURS); hour += 1) {
      const at = await moveTo(hour);
      for (let n = 0; n < EDITS; n += 1) await edit(random, admin);
      await changes.refreshNow();
      for (let n = 0; n < VIEWERS; n += 1) {
        const viewer: Viewer = {
          storeId: n === 0 ? null : (pick(random, ids.store) ?? null),
          segments: random() < 0.5 ? ['Rodzina'] : [],
          appVersion: pick(random, ['3.4.0', '1.2.0']) ?? '3.4.0',
        };
        const items = await itemsFor(viewer);
        seen.push({ at, viewer, items });
        different.add(JSON.stringify(items));
      }
    }
    await moveTo(hour + 1);
    await writeSnapshots(world.db, undefined, 50);
    for (const { at, viewer, items } of seen) {
      const { status, body } = await world.staff(previewRoutes.show, { token: admin, body: { ...viewer, at } });
      expect([status, body.isPast, body.items], `PROPERTY_SEED=${seed} ${at} ${JSON.stringify(viewer)}`).toEqual([200, true, items]);
    }
    expect(differEnough(), `PROPERTY_SEED=${seed}: ${different.size} different of ${seen.length}`).toBe(true);
    world.clock.stoppedAt = null;
  },
);
