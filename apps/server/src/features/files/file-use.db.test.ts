import { type ContentType, contentTypes, fileFields, hasField, requiresField } from '@endcap/contract/content';
import { FILE_PREFIX, IMAGE_PREFIX, imageEndings, storedEndings } from '@endcap/contract/files';
import { historyRoutes } from '@endcap/contract/history';
import { notificationRoutes } from '@endcap/contract/notifications';
import { emptySettings, SettingsDraft } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aNotification } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { leavesOf, withLeaf } from '../../../test/leaves.ts';
import { newId } from '../../platform/ids.ts';
import { folderStorage } from '../../platform/files/folder-storage.ts';
import { type EntityKind, entityWriter } from '../entities/index.ts';
import { noteFileUses } from './file-use.repository.ts';
import { sweepUploads } from './sweep-uploads.ts';

const DAY = 86_400_000;

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

/** An upload of long ago; returns its name. */
const aFile = async (kind = 'png'): Promise<string> => {
  const name = `${`${newId()}${newId()}${'0'.repeat(32)}`.toLowerCase().slice(0, 32)}.${kind}`;
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${name}, sha256_of(${name}), 1, 'x', now() - interval '1 year')`.execute(world.db);
  return name;
};
const anImage = async (): Promise<{ name: string; reference: string }> => {
  const name = await aFile();
  return { name, reference: `${IMAGE_PREFIX}${name}` };
};
const usesOf = async (name: string) =>
  (await world.db.selectFrom('fileUse').where('name', '=', name).selectAll().execute()).map(({ entity, endedAt }) => [
    entity,
    endedAt === null,
  ]);
const isKept = async (name: string): Promise<boolean> =>
  (await world.db.selectFrom('storedFile').where('name', '=', name).select('name').executeTakeFirst()) !== undefined;
const sweep = (at = Date.now()) =>
  sweepUploads({
    db: world.db,
    stores: { storage: folderStorage(world.world.config.ENDCAP_FILES_DIR), cloudinary: null },
    now: () => new Date(at),
  });

const typeWith = (field: (typeof fileFields)[number]): ContentType =>
  contentTypes.find((type) => hasField(type, field) && !requiresField(type, 'discountValue') && type !== 'progressBar') ??
  contentTypes.find((type) => hasField(type, field)) ??
  'leaflet';
const whole = (contentType: ContentType, prevImage: string) => ({
  contentType,
  name: 'Plik',
  prevImage,
  validityStart: '2026-12-01T00:00:00Z',
  validityEnd: '2026-12-08T00:00:00Z',
  ...(contentType === 'oneTimePromoCode' && { discountValue: '5', discountValueType: 'cash', minBasketValue: 5, discountType: 1 }),
  ...(contentType === 'progressBar' && { datesInfoText: 'x' }),
  regulation1Name: 'R',
  regulation2Name: 'R',
  ...(contentType === 'oneTimePromoCode' && { regulation3Name: 'R' }),
});

describe('a file is in use as soon as an entity that refers to it is saved', { tags: ['U31', 'F49'] }, () => {
  test.each(fileFields)('content: %s', async (field) => {
    const [preview, file] = [await anImage(), await anImage()];
    const body = { ...whole(typeWith(field), preview.reference), [field]: file.reference };
    const answer = await world.staff('POST /api/v1/content-editor', { token: admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await sweep();
    expect(await usesOf(file.name)).toEqual([['content', true]]);
    expect(await isKept(file.name)).toBe(true);
  });
  const image = `${IMAGE_PREFIX}${'a'.repeat(32)}.png`;
  const pdf = `${FILE_PREFIX}${'a'.repeat(32)}.pdf`;
  const takes = (path: (string | number)[], value: string): boolean =>
    SettingsDraft.safeParse(withLeaf(emptySettings, path, value)).success;
  const leaves = leavesOf(emptySettings).filter((path) => !takes(path, 'words') && (takes(path, image) || takes(path, pdf)));
  test('the settings have four', () =>
    expect(leaves.map((path) => path.join('.'))).toEqual([
      'appLogo',
      'loyalty.mainBanner',
      'loyalty.regulations.0.file',
      'loyalty.regulations.1.file',
    ]));
  test.each(leaves.map((path) => [path.join('.'), path] as const))('settings: %s', async (_name, path) => {
    const name = await aFile(takes(path, image) ? 'png' : 'pdf');
    const body = withLeaf(emptySettings, path, `${takes(path, image) ? IMAGE_PREFIX : FILE_PREFIX}${name}`);
    const answer = await world.staff('POST /api/v1/settings-editor', { token: admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await sweep();
    expect(await usesOf(name)).toEqual([['settings', true]]);
    expect(await isKept(name)).toBe(true);
  });
  test.each(Object.keys(storedEndings))('a stored file that ends in %s is in use, as a reference and within a text', async (ending) => {
    const [file, named] = [await aFile(ending), await aFile(ending)];
    const prefix = ending in imageEndings ? IMAGE_PREFIX : FILE_PREFIX;
    const { reference: prevImage } = await anImage();
    const body = { ...whole('leaflet', prevImage), file: `${prefix}${file}`, description: `https://app.example/x/${named}` };
    const answer = await world.staff('POST /api/v1/content-editor', { token: admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await sweep();
    expect([await usesOf(file), await usesOf(named)]).toEqual([[['content', true]], [['content', true]]]);
  });
  test('a stored file of an unsupported type cannot be referenced, because it would be swept', async () => {
    const [strange, absent] = [await aFile('webp'), `${'0'.repeat(32)}.webp`];
    const saveAs = (saved: object) => noteFileUses(world.db, { entity: 'content', entityId: 'x' }, saved, new Date());
    await expect(saveAs({ deep: [`${IMAGE_PREFIX}${strange}`] })).rejects.toThrow(strange);
    await saveAs({ words: `see ${IMAGE_PREFIX}${strange}`, gone: `${IMAGE_PREFIX}${absent}` });
  });
  test('notification: image', async () => {
    const { name, reference } = await anImage();
    const body = aNotification({ image: reference, isTest: true });
    expect((await world.staff('POST /api/v1/notification-editor', { token: admin, body })).status).toBe(201);
    await sweep();
    expect(await usesOf(name)).toEqual([['notification', true]]);
    expect(await isKept(name)).toBe(true);
  });
  test('notification: image of a correction', { tags: ['RECALL-02'] }, async () => {
    const { name, reference } = await anImage();
    const sent = await world.staff(notificationRoutes.send, { token: admin, body: aNotification() });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const { _id, title, content, url } = sent.body;
    const corrected = await world.staff(notificationRoutes.correct, {
      token: admin,
      params: { notificationId: _id },
      body: { title, content, url, image: reference },
    });
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
    await sweep();
    expect(await usesOf(name)).toEqual([['notification', true]]);
    expect(await isKept(name)).toBe(true);
  });
  test('a file named within a text stays stored as well', async () => {
    const name = await aFile('pdf');
    const body = { name: 'x', description: `Regulamin:\nhttps://app.example/files/${name}`, content: 'x' };
    const answer = await world.staff('POST /api/v1/knowledge-editor', { token: admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await sweep();
    expect(await usesOf(name)).toEqual([['knowledge', true]]);
  });
});

describe('a file field of a new kind of entity', () => {
  const Recipe = z.object({ title: z.string(), recipePhoto: z.string().nullable(), steps: z.array(z.object({ picture: z.string() })) });
  type Recipe = z.output<typeof Recipe>;
  const table = new Map<string, Recipe & { _id: string; revision: number }>();
  const write = async (id: string, recipe: Recipe): Promise<void> => {
    table.set(id, { ...recipe, _id: id, revision: 1 });
  };
  const kind: EntityKind<Recipe, Recipe & { _id: string; revision: number }> = {
    // A new kind of entity, under a name that the history supports.
    name: 'popup',
    draft: Recipe,
    lock: async (_db, id) => table.has(id),
    read: async (_db, id) => table.get(id),
    insert: (_db, id, recipe) => write(id, recipe),
    update: (_db, id, recipe) => write(id, recipe),
    remove: async () => {},
  };
  const clock = { at: Date.now() };
  const recipes = () => entityWriter({ db: world.db, now: () => new Date(clock.at) }, kind);

  test(
    'is found at any depth; a file is stored for a year after its last use, and an upload that was never used for a week',
    { tags: ['HIST-05'] },
    async () => {
      const [photo, step, later] = [await anImage(), await anImage(), await anImage()];
      const { _id } = await recipes().create(
        { title: 'Żurek', recipePhoto: photo.reference, steps: [{ picture: step.reference }] },
        { actorId: 'cook' },
      );
      await sweep();
      expect(await Promise.all([photo, step, later].map(({ name }) => isKept(name)))).toEqual([true, true, false]);

      await recipes().change({ recipePhoto: null }, { id: _id, actorId: 'cook', ifMatch: null });
      expect([await usesOf(photo.name), await usesOf(step.name)]).toEqual([[['popup', false]], [['popup', true]]]);
      await sweep(clock.at + 365 * DAY - 1_000);
      expect(await isKept(photo.name)).toBe(true);
      await recipes().change({ recipePhoto: photo.reference }, { id: _id, actorId: 'cook', ifMatch: null });
      await sweep(clock.at + 366 * DAY);
      expect(await isKept(photo.name)).toBe(true);

      await recipes().change({ recipePhoto: null }, { id: _id, actorId: 'cook', ifMatch: null });
      await sweep(clock.at + 365 * DAY + 1_000);
      expect([await isKept(photo.name), await isKept(step.name)]).toEqual([false, true]);
      expect(await usesOf(photo.name)).toEqual([]);
    },
  );
  test('a deleted entity keeps its files', { tags: ['A-72'] }, async () => {
    const photo = await anImage();
    const { _id } = await recipes().create({ title: 'Bigos', recipePhoto: photo.reference, steps: [] }, { actorId: 'cook' });
    await recipes().remove({ id: _id, actorId: 'cook', ifMatch: null });
    await sweep(clock.at + 30 * DAY);
    expect(await isKept(photo.name)).toBe(true);
  });
  test('the database rejects the deletion of a file that is in use', { tags: ['C03'] }, async () => {
    const photo = await anImage();
    await recipes().create({ title: 'Barszcz', recipePhoto: photo.reference, steps: [] }, { actorId: 'cook' });
    await expect(sql`delete from stored_file where name = ${photo.name}`.execute(world.db)).rejects.toThrow('file_use');
  });
});

test('a version lists which of its files were removed, and saving them again is refused', { tags: ['HIST-05'] }, async () => {
  const name = await aFile('pdf');
  const regulations = (file: string | null) => ({
    loyalty: { regulations: [{ type: 'regulation', name: 'R', file }, emptySettings.loyalty.regulations[1]] },
  });
  const save = (file: string | null) => world.staff('POST /api/v1/settings-editor', { token: admin, body: regulations(file) });
  expect((await save(`file:${name}`)).status).toBe(200);
  const { body: page } = await world.staff(historyRoutes.list, { token: admin, query: { kind: 'settings' } });
  const read = async () => (await world.staff(historyRoutes.change, { token: admin, params: { changeId: page.items[0]?._id ?? '' } })).body;
  expect((await save(null)).status).toBe(200);
  await sweep(Date.now() + 364 * DAY);
  expect((await read()).missingFiles).not.toContain(name);
  await sweep(Date.now() + 366 * DAY);
  const gone = await read();
  expect(gone.missingFiles).toContain(name);
  expect(JSON.stringify(gone.version)).toContain(name);
  const again = await save(`file:${name}`);
  expect([again.status, problemIn(again).fields]).toEqual([422, { 'loyalty.regulations.0.file': ['unknown'] }]);
});
