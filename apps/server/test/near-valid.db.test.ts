import { includeStoreTypes } from '@endcap/contract/audience';
import { contentTypes } from '@endcap/contract/content';
import { type ImportKind, importKinds } from '@endcap/contract/imports';
import { knowledgeFields } from '@endcap/contract/knowledge';
import { storeFieldNames } from '@endcap/contract/stores';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aContent, aStoreDraft } from './builders.ts';
import { type Called, type FreshWorld, freshWorld } from './fresh-world.ts';
import { near, nearContent, nearInstant, nearTarget, nearVersion, someOf } from './near-valid.ts';

// What a loaded machine needs for it.
vi.setConfig({ testTimeout: 180_000 });

const SERVICE_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
let admin: string;
let item: string;
beforeAll(async () => {
  world = await freshWorld({ IMPORT_TOKENS: SERVICE_TOKEN });
  admin = await world.tokenOf('admin');
  item = await aContent(world.db, { prevImage: image });
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(world.db);
});
afterAll(() => world.close());

const image = `cloudinary:${'a'.repeat(32)}.png`;
/** What every type of content requires. */
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

/** A valid body with something near in its place. */
const over = (valid: object, body: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<unknown> =>
  body.map((facts) => ({ ...valid, ...facts }));

/** Sends each body, and expects an answer that is no failure of our own and names what is wrong. */
const noneFails = async (body: fc.Arbitrary<unknown>, send: (payload: string) => Promise<Called>, numRuns = 60): Promise<void> => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(body, async (facts) => {
      const { status, body: answer } = await send(JSON.stringify(facts));
      expect(status, JSON.stringify(answer)).toBeLessThan(500);
      accepted += status < 300 ? 1 : 0;
      if (status === 422) expect(answer).toMatchObject({ error: { code: 'invalid', message: expect.any(String) } });
    }),
    { numRuns },
  );
  expect(accepted, 'some are near enough to be taken').toBeGreaterThan(0);
};
const headers = { 'content-type': 'application/json' };
const sendTo =
  (request: () => `${'POST' | 'PATCH'} /${string}`) =>
  (payload: string): Promise<Called> =>
    world.staff(request(), { token: admin, payload, headers });

test('D-15, code.md 3: nothing near an item of content makes a 5xx, new or changed', async () => {
  for (const contentType of contentTypes)
    await noneFails(
      over({ contentType, ...valid }, nearContent),
      sendTo(() => 'POST /api/v1/content-editor'),
      20,
    );
  await noneFails(
    over(valid, nearContent),
    sendTo(() => `PATCH /api/v1/content-editor/${item}`),
  );
});
test('D-15: nor anything near knowledge, popups and settings', async () => {
  const validity = { validityStart: nearInstant, validityEnd: nearInstant };
  const texts = Object.fromEntries(Object.keys(knowledgeFields).map((field) => [field, near.text]));
  await noneFails(
    over({ name: 'a', description: 'b', content: 'c' }, someOf({ ...texts, ...validity })),
    sendTo(() => 'POST /api/v1/knowledge-editor'),
  );
  await noneFails(
    over({ name: 'a' }, someOf({ name: near.text, text: near.text, version: nearVersion, repeat: near.number })),
    sendTo(() => 'POST /api/v1/popup-editor'),
  );
  const loyalty = someOf({
    campaignStart: nearInstant,
    mainBanner: near.reference,
    thresholds: fc.array(someOf({ value: near.number }), { minLength: 3, maxLength: 4 }),
    regulations: fc.array(someOf({ name: near.text, file: near.reference }), { minLength: 2, maxLength: 2 }),
    questions: fc.array(someOf({ id: near.text, question: near.text, answer: near.text, color: near.text }), { maxLength: 2 }),
  });
  await noneFails(
    someOf({
      appLogo: near.reference,
      signatureValid: near.text,
      hideClientCodeVersion: nearVersion,
      hideClientCodeText: near.text,
      ecommerce: someOf({ domain: nearTarget }),
      game: someOf({ url: nearTarget, script: near.text }),
      loyalty,
    }),
    sendTo(() => 'POST /api/v1/settings-editor'),
  );
});
test('D-15: nor anything near a group, a link to check or an import', async () => {
  await noneFails(
    over({ name: 'a' }, someOf({ name: near.text, includeStores: near.ids })),
    sendTo(() => 'POST /api/v1/store-group'),
  );
  await noneFails(
    someOf({ url: nearTarget, includeStoreType: fc.constantFrom(...includeStoreTypes), excludeStores: near.ids }),
    sendTo(() => 'POST /api/v1/notification-editor/link-check'),
  );
  const stores = Object.fromEntries(storeFieldNames.map((field) => [field, near.text]));
  const rows: Record<ImportKind, fc.Arbitrary<unknown>> = {
    stores: over(
      aStoreDraft({ storeNo: 1 }),
      someOf({ ...stores, storeNo: near.number, latitude: near.number, longitude: near.number, drive: near.text }),
    ),
    segments: over({ name: 'Rodzina' }, someOf({ name: near.text })),
    thresholds: over({ promoId: '7', id: 't', threshold: 1 }, someOf({ promoId: near.text, id: near.number, threshold: near.number })),
  };
  for (const kind of importKinds)
    await noneFails(fc.array(rows[kind], { minLength: 1, maxLength: 2 }), (payload) =>
      world.staff(`PUT /api/v1/import/${kind}`, { token: SERVICE_TOKEN, payload, headers }),
    );
});
