import { contentTypes } from '@endcap/contract/content';
import type { RouteSpec } from '@endcap/contract/core';
import { type ImportKind, importKinds } from '@endcap/contract/imports';
import { storeFieldNames } from '@endcap/contract/stores';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aContent, aStore, aStoreDraft } from './builders.ts';
import { nearBody, type Source } from './draw.ts';
import { everyRoute } from './every-route.ts';
import type { Called } from './caller.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';

const SERVICE_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
let admin: string;
let item: string;
let store: string;
let routes: RouteSpec[];
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN });
  admin = await world.tokenOf('admin');
  routes = await everyRoute();
  store = await aStore(world.db);
  item = await aContent(world.db, { prevImage: image });
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(world.db);
});
afterAll(() => world.close());

const image = `cloudinary:${'a'.repeat(32)}.png`;
/** Fields that any type of content requires. */
const valid = {
  name: 'Gazetka',
  prevImage: image,
  validityStart: '2026-12-01',
  validityEnd: '2026-12-08',
  discountValue: '5',
  discountValueType: 'cash',
  minBasketValue: 50,
  discountType: 1,
  datesInfoText: 'daty',
};

const unit = fc.integer({ min: 0, max: 2 ** 30 - 1 }).map((n) => n / 2 ** 30);
const source: fc.Arbitrary<Source> = fc.noBias(fc.infiniteStream(unit)).map((units) => ({
  random: () => units.next().value,
  ids: new Map([
    ['store-editor', [store]],
    ['content-editor', [item]],
  ]),
  files: [image],
  taken: new Map(),
}));
/** Replaces parts of a valid body by values that its schema nearly accepts. */
const near = (schema: z.ZodType, valid: object): fc.Arbitrary<unknown> => source.map((from) => nearBody(from, schema, valid));
const rowOf = (fields: readonly string[]): z.ZodType =>
  z.object(Object.fromEntries(fields.map((field) => [field, z.union([z.string(), z.number()])])));

const ROUNDS = 10;
/** Sends bodies until one is accepted. Expects of each other response that it is no server error and names the invalid fields. */
const noneFails = async (body: fc.Arbitrary<unknown>, send: (payload: string) => Promise<Called>, numRuns = 60): Promise<void> => {
  let accepted = 0;
  const answered = fc.asyncProperty(body, async (facts) => {
    const { status, body: answer } = await send(JSON.stringify(facts));
    expect(status, JSON.stringify(answer)).toBeLessThan(500);
    accepted += status < 300 ? 1 : 0;
    if (status === 422) expect(answer).toMatchObject({ error: { code: 'invalid', message: expect.any(String) } });
  });
  // Each round draws other bodies than the one before.
  const { seed = 0 } = fc.readConfigureGlobal();
  for (let round = 0; round === 0 || (accepted === 0 && round < ROUNDS); round += 1)
    await fc.assert(answered, { numRuns, seed: seed + round });
  expect(accepted, 'some are near enough to be taken').toBeGreaterThan(0);
};
const headers = { 'content-type': 'application/json' };
type Request = `${'POST' | 'PATCH'} /${string}`;
/** Bodies near to what a route takes. */
const noneFailsAt = async (request: Request, valid: object, numRuns?: number): Promise<void> => {
  const route = routes.find(({ method, path }) => request === `${method} ${path}`);
  if (!route?.body) throw new Error(`${request} takes no body`);
  const send = (payload: string) => world.staff(request.replace(':contentId', item) as Request, { token: admin, payload, headers });
  await noneFails(near(route.body, valid), send, numRuns);
};

test('nothing near an item of content makes a 5xx, new or changed', { tags: ['D-15'] }, async () => {
  for (const contentType of contentTypes) await noneFailsAt('POST /api/v1/content-editor', { contentType, ...valid }, 20);
  await noneFailsAt('PATCH /api/v1/content-editor/:contentId', valid);
});
test('nor anything near knowledge, popups and settings', { tags: ['D-15'] }, async () => {
  await noneFailsAt('POST /api/v1/knowledge-editor', { name: 'a', description: 'b', content: 'c' });
  await noneFailsAt('POST /api/v1/popup-editor', { name: 'a' });
  await noneFailsAt('POST /api/v1/settings-editor', {});
});
test('nor anything near a group, a link to check or an import', { tags: ['D-15'] }, async () => {
  await noneFailsAt('POST /api/v1/store-group', { name: 'a' });
  await noneFailsAt('POST /api/v1/notification-editor/link-check', {});
  const has = { stores: true, segments: true, version: true, dates: true };
  await noneFailsAt('POST /api/v1/links/check', { urls: [`${world.world.config.ENDCAP_APP_SCHEME}${item}`], has });
  const rows: Record<ImportKind, fc.Arbitrary<unknown>> = {
    stores: near(rowOf(storeFieldNames), aStoreDraft({ storeNo: 1 })),
    segments: near(rowOf(['name']), { name: 'Rodzina' }),
    thresholds: near(rowOf(['promoId', 'id', 'threshold']), { promoId: '7', id: 't', threshold: 1 }),
  };
  for (const kind of importKinds)
    await noneFails(fc.array(rows[kind], { minLength: 1, maxLength: 2 }), (payload) =>
      world.staff(`PUT /api/v1/import/${kind}`, { token: SERVICE_TOKEN, payload, headers }),
    );
});
