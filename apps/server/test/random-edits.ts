import { includeStoreTypes, storeTypes } from '@endcap/contract/audience';
import { type BulkAction, bulkActions, contentTypes, namesGroup, tabs } from '@endcap/contract/content';
import fc from 'fast-check';
import { sql } from 'kysely';
import { aStoreDraft } from './builders.ts';
import { pick } from './draw.ts';
import type { FreshWorld } from './fresh-world.ts';

type Random = () => number;
type Facts = Record<string, unknown>;
const paths = { content: 'content-editor', store: 'store-editor', storeGroup: 'store-group', popup: 'popup-editor' } as const;
type Kind = keyof typeof paths;
const kinds: readonly Kind[] = ['content', 'content', 'content', 'store', 'storeGroup', 'popup'];

const HOUR = 3_600_000;
/** Number of items of a kind above which few more are created. */
const MOST = 100;
const image = `cloudinary:${'a'.repeat(32)}.png`;
const segments = ['Rodzina', 'Seniorzy'];
/** Expected errors of concurrent edits (503: lost every retry) and of random edits that break a rule. */
const REFUSED = new Set([404, 409, 412, 422, 503]);

/** Numbers from 0 up to 1 that follow from a seed. */
export const randomOf = (seed: number): Random => {
  const unit = fc.integer({ min: 0, max: 2 ** 30 - 1 }).map((n) => n / 2 ** 30);
  const [units] = fc.sample(fc.noBias(fc.infiniteStream(unit)), { seed, numRuns: 1 });
  return () => units?.next().value ?? 0;
};

/**
 * Makes random edits of everything that the app API serves, over the routes, like several people at once: of single and many items, undone
 * edits, and imports. Publications begin and end within hours of `now` (milliseconds).
 */
export const randomEdits = async (world: FreshWorld, { now, importToken }: { now: () => number; importToken: string }) => {
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(world.db);
  await sql`insert into segment (name) select unnest(${segments}::text[])`.execute(world.db);
  /** Ids of created items; some are deleted since. */
  const ids: Record<Kind, string[]> = { content: [], store: [], storeGroup: [], popup: [] };
  let made = 0;

  const some = (random: Random, from: readonly string[], most: number): string[] => {
    const chosen = Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(random, from) ?? '');
    return [...new Set(chosen.filter(Boolean))];
  };
  const hour = (random: Random, from: number): string => new Date(now() + (from + Math.floor(random() * 12)) * HOUR).toISOString();
  const maybe = (random: Random, value: string): string | null => (random() < 0.3 ? null : value);
  const facts: Record<Kind, (random: Random) => Facts> = {
    content: (random) => ({
      contentType: pick(random, contentTypes),
      name: `Gazetka ${made++}`,
      title: maybe(random, `Tytuł „${made}”`),
      description: maybe(random, `**Świeże** owoce\n\n- ${made} zł`),
      prevImage: image,
      tab: maybe(random, pick(random, tabs) ?? 'start'),
      pinned: random() < 0.2,
      disabled: random() < 0.2,
      hiddenOnStart: random() < 0.2,
      clickableWhenFuture: random() < 0.5,
      version: pick(random, ['', '', '>=2.0.0', '1.x']),
      segments: some(random, segments, 1),
      includeStoreType: pick(random, includeStoreTypes),
      includeStores: some(random, ids.store, 2),
      excludeStores: some(random, ids.store, 1),
      includeStoreGroups: some(random, ids.storeGroup, 2),
      excludeStoreGroups: some(random, ids.storeGroup, 1),
      publicationStart: maybe(random, hour(random, -6)),
      publicationEnd: maybe(random, hour(random, 6)),
      validityStart: hour(random, -6),
      validityEnd: hour(random, 6),
      discountValue: '12,5',
      discountValueType: 'cash',
      minBasketValue: 50,
      discountType: 1,
      datesInfoText: 'Do niedzieli',
    }),
    store: (random) => ({
      ...aStoreDraft({ name: `Koszyk ${made++}`, storeNo: Math.floor(random() * 40), phone: maybe(random, '22 555 01 01') }),
      storeType: pick(random, storeTypes),
      latitude: 49 + random() * 5,
      drive: random() < 0.5,
    }),
    storeGroup: (random) => ({ name: `Grupa ${made++}`, includeStores: some(random, ids.store, 4) }),
    popup: (random) => ({
      name: `Popup ${made++}`,
      text: maybe(random, `Dzień dobry ${made}`),
      version: pick(random, ['', '>=2.0.0']),
      repeat: 1 + Math.floor(random() * 9),
    }),
  };
  const part = (random: Random, whole: Facts): Facts => Object.fromEntries(Object.entries(whole).filter(() => random() < 0.3));

  type Called = { status: number; body: never };
  const done = ({ status, body }: Called): boolean => {
    if (status >= 400 && !REFUSED.has(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
    return status < 300;
  };
  const many = async (random: Random, token: string): Promise<boolean> => {
    const action = pick(random, bulkActions) ?? ('pin' satisfies BulkAction);
    const change = {
      action,
      ...(action === 'end' && { publicationEnd: hour(random, 0) }),
      ...(namesGroup(action) && { storeGroupId: pick(random, ids.storeGroup) ?? 'none' }),
    };
    const path = '/api/v1/content-editor';
    const preview = await world.staff(`POST ${path}/bulk-preview`, { token, body: { ids: some(random, ids.content, 5), change } });
    const { items = [] } = preview.body as { items?: { _id: string; revision: number }[] };
    if (!done(preview) || items.length === 0) return false;
    const written = await world.staff(`POST ${path}/bulk`, {
      token,
      body: { items: items.map(({ _id, revision }) => ({ _id, revision })), change },
    });
    if (!done(written)) return false;
    const { items: now } = written.body as { items: unknown[] };
    if (random() < 0.5) done(await world.staff(`POST ${path}/undo`, { token, body: { items: now } }));
    return true;
  };
  const settings = async (random: Random, token: string): Promise<boolean> =>
    done(
      await world.staff('POST /api/v1/settings-editor', {
        token,
        body: part(random, {
          appName: maybe(random, `Koszyk ${made++}`),
          signatureValid: maybe(random, 'Ważne do %s'),
          phoneVerificationEnforcement: random() < 0.5,
          assistant: { enabled: random() < 0.5 },
          ecommerce: { domain: maybe(random, 'sklep.example') },
          loyalty: { questions: [{ question: `Pytanie ${made}`, answer: 'Odpowiedź' }] },
        }),
      }),
    );
  const imported = async (random: Random): Promise<boolean> => {
    const rows = [1, 2, 3].map(() => ({ ...aStoreDraft({ name: `Z pliku ${made++}` }), storeNo: 100 + Math.floor(random() * 10) }));
    const payload = JSON.stringify([...new Map(rows.map((row) => [row.storeNo, row])).values()]);
    return done(
      await world.staff('PUT /api/v1/import/stores', { token: importToken, payload, headers: { 'content-type': 'application/json' } }),
    );
  };
  const single = async (random: Random, token: string): Promise<boolean> => {
    const kind = pick(random, kinds) ?? 'content';
    const [what, path, id] = [random(), `/api/v1/${paths[kind]}`, pick(random, ids[kind])];
    const whole = facts[kind](random);
    if (id === undefined || what < (ids[kind].length < MOST ? 0.3 : 0.05)) {
      const answer = await world.staff(`POST ${path}`, { token, body: whole });
      if (done(answer)) ids[kind].push((answer.body as { _id: string })._id);
      return answer.status < 300;
    }
    if (what < 0.4) {
      const isGone = done(await world.staff(`DELETE ${path}/${id}`, { token }));
      // Now and then somebody goes on naming it.
      if (isGone && random() < 0.9) ids[kind] = ids[kind].filter((its) => its !== id);
      return isGone;
    }
    const { contentType, ...changeable } = whole;
    // Another type empties most of the item.
    const type = random() < 0.1 && contentType !== undefined ? { contentType } : {};
    return done(await world.staff(`PATCH ${path}/${id}`, { token, body: { ...part(random, changeable), ...type } }));
  };

  return {
    ids,
    /** Makes one edit. Returns whether it was accepted. */
    edit: (random: Random, token: string): Promise<boolean> => {
      const what = random();
      if (what < 0.06) return settings(random, token);
      if (what < 0.12) return many(random, token);
      return what < 0.14 ? imported(random) : single(random, token);
    },
  };
};
