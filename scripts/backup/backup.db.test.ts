import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aStore, phones } from '../../apps/server/test/builders.ts';
import { type FreshWorld, freshWorld, gatewayAt } from '../../apps/server/test/fresh-world.ts';
import { ownGateway } from '../../apps/server/test/own-gateway.ts';
import { isOver, sendingAs, workOn } from '../../apps/server/test/sending.ts';
import { build, versionText } from '../../apps/server/src/platform/build.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { ownSteps, ours } from '../../apps/server/src/platform/db/schema-fit.ts';
import {
  createEmptyLocation,
  furnish,
  newFolder,
  locationOf,
  query,
  rewriteManifest,
  rowsOf,
  schemaOf,
  unstopped,
} from './backup-scene.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const worlds: FreshWorld[] = [];
const aWorld = async (...given: Parameters<typeof freshWorld>): Promise<FreshWorld> => {
  const world = await freshWorld(...given);
  worlds.push(world);
  return world;
};
afterAll(() => Promise.all(worlds.map((world) => world.close())));

describe('a backup', { tags: ['OPS-04'] }, () => {
  let world: FreshWorld;
  let file: string;
  let folder: string;
  let location: Awaited<ReturnType<typeof createEmptyLocation>>;
  beforeAll(async () => {
    world = await aWorld();
    ({ file } = await furnish(world));
    folder = newFolder();
    location = await createEmptyLocation();
    await takeBackup(locationOf(world), folder, unstopped);
    await restoreBackup(location, folder, unstopped);
  });
  afterAll(() => location.drop());

  test('restores every row of every table, every index, key and trigger, and the files', async () => {
    const [before, after] = [await rowsOf(world.databaseUrl), await rowsOf(location.url)];
    expect(before['device']).toHaveLength(40);
    expect(after).toEqual(before);
    expect(await schemaOf(location.url)).toEqual(await schemaOf(world.databaseUrl));
    expect(readFileSync(join(location.files, file))).toEqual(readFileSync(join(world.world.config.ENDCAP_FILES_DIR, file)));
    expect(readdirSync(location.files)).toEqual([file]);
  });

  test('restores sequences, which continue after the last value', async () => {
    const [last] = await query<{ seq: string }>(location.url, 'select max(seq)::text as seq from device');
    const restored = await aWorld({ DATABASE_URL: location.url });
    await phones(restored.db);
    const [next] = await query<{ seq: string }>(location.url, 'select max(seq)::text as seq from device');
    expect(Number(next?.seq)).toBeGreaterThan(Number(last?.seq));
  });

  test('is readable by its owner only, records the version but no password, and has a checksum for sha256sum', { tags: ['E-78'] }, () => {
    for (const part of readdirSync(folder, { recursive: true, withFileTypes: true }))
      expect(statSync(join(part.parentPath, part.name)).mode & 0o077, part.name).toBe(0);
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    expect(manifest).not.toContain(new URL(world.databaseUrl).password);
    expect(JSON.parse(manifest)).toMatchObject({
      format: 2,
      version: versionText(build),
      from: expect.stringContaining('127.0.0.1'),
      lost: [],
      swept: [],
    });
    expect(readFileSync(join(folder, 'manifest.json.sha256'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}manifest\.json\n$/);
  });
});

test(
  'restores a backup of an older version, migrates it to this one, and leaves out tables that are not Endcap’s',
  { tags: ['OPS-04', 'E-78'] },
  async () => {
    const folder = mkdtempSync(join(inject('folder'), 'steps-'));
    cpSync(ours, folder, { recursive: true });
    const steps = await ownSteps();
    // The baseline stays: without it there is nothing to back up.
    const later = steps.slice(1).slice(-4);
    for (const step of later) rmSync(join(folder, `${step}.sql`));
    const [old, location] = [await createEmptyLocation(), await createEmptyLocation()];
    await migrate(old.url, pathToFileURL(`${folder}/`));
    await query(old.url, `insert into segment (name) values ('Rodzina')`);
    await query(old.url, 'create table left_by_somebody (n int)');
    const target = newFolder();
    const taken = await takeBackup(old, target, unstopped);
    expect(taken.others).toEqual(['left_by_somebody']);
    // Format 1 does not say which version took the backup. Before the baseline the schema was made by 93 migrations.
    rewriteManifest(target, (manifest) => {
      manifest.format = 1;
      manifest.steps = ['0001-stores', '0093-names-of-uploads', ...manifest.steps.slice(1)];
      delete manifest['version'];
    });
    const { migrated } = await restoreBackup(location, target, unstopped);
    expect(migrated).toEqual(later);
    expect(await query(location.url, 'select name from segment')).toEqual([{ name: 'Rodzina' }]);
    expect(await schemaOf(location.url)).toEqual(await schemaOf(inject('databaseUrl').replace('DATABASE', 'endcap_template')));
    await Promise.all([old.drop(), location.drop()]);
  },
);

test('a backup reports missing and damaged files as lost, and files deleted while it ran as swept', { tags: ['OPS-04'] }, async () => {
  const world = await aWorld();
  const [{ file: whole }, { file: damaged }, { file: gone }, { file: swept }] = [
    await furnish(world),
    await furnish(world),
    await furnish(world),
    await furnish(world),
  ];
  const location = locationOf(world);
  const { storage } = location.stores;
  await storage.put(damaged, randomBytes(3_000));
  await storage.remove(gone);
  const sweeping: typeof storage = {
    ...storage,
    size: async (name) => {
      if (name === swept) {
        await query(world.databaseUrl, 'update stored_file set leaving = true where name = $1', [swept]);
        await storage.remove(swept);
      }
      return storage.size(name);
    },
  };
  const folder = newFolder();
  const taken = await takeBackup({ ...location, stores: { ...location.stores, storage: sweeping } }, folder, unstopped);
  expect(taken).toMatchObject({ files: [{ name: whole }], lost: [damaged, gone].toSorted(), swept: [swept] });
  const restored = await createEmptyLocation();
  await restoreBackup(restored, folder, unstopped);
  expect(readdirSync(restored.files)).toEqual([whole]);
  expect(await query(restored.url, 'select name from stored_file where leaving')).toEqual([{ name: swept }]);
  await restored.drop();

  await storage.remove(whole);
  await storage.remove(damaged);
  await expect(takeBackup(location, newFolder(), unstopped)).rejects.toThrow(
    'None of the 3 files that the database names lies where the settings say',
  );
});

test('restores files from one bucket into another, and refuses a bucket that is not empty', { tags: ['OPS-04'] }, async () => {
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: mkdtempSync(join(inject('folder'), 's3-')),
    configureBuckets: [
      { name: 'one', configs: [] },
      { name: 'other', configs: [] },
    ],
  });
  const { port } = await store.run();
  const bucket = (name: string) => ({
    ENDCAP_FILES_S3_BUCKET: name,
    ENDCAP_FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    ENDCAP_FILES_S3_REGION: 'us-east-1',
    ENDCAP_FILES_S3_KEY: 'S3RVER',
    ENDCAP_FILES_S3_SECRET: 'S3RVER',
  });
  const [from, to] = [await aWorld(bucket('one')), await aWorld(bucket('other'))];
  const { file } = await furnish(from);
  const folder = newFolder();
  await takeBackup(locationOf(from), folder, unstopped);
  const location = await createEmptyLocation();
  const { stores } = locationOf(to);
  await restoreBackup({ url: location.url, stores }, folder, unstopped);
  expect(await stores.storage.size(file)).toBe(3_000);
  const another = await createEmptyLocation();
  await expect(restoreBackup({ url: another.url, stores }, folder, unstopped)).rejects.toThrow('The place of files is not empty');
  expect((await another.contents()).tables).toBe(0);
  await Promise.all([location.drop(), another.drop()]);
  await store.close();
});

test(
  'a backup does not hold up a running send; restored, the send waits for a person and shows no notification twice',
  { tags: ['OPS-04', 'F53', 'F70'] },
  async () => {
    const PHONES = 3_000;
    const own = await ownGateway();
    const gateway = gatewayAt(() => own.controlUrl);
    const original = await aWorld();
    const admin = await original.tokenOf('admin');
    await phones(original.db, { count: PHONES });
    const there = sendingAs(
      () => original,
      () => admin,
    );
    await gateway.behave({ latencyMs: 200 });
    const id = await there.send();
    const first = workOn(original, { push: original.push({ env: own.env }), lanes: 2 });
    await there.until(id, ({ details }) => (details?.successful ?? 0) >= 200);
    const folder = newFolder();
    await takeBackup(locationOf(original), folder, unstopped);
    await gateway.behave({ latencyMs: 0 });
    expect(await there.until(id, isOver)).toMatchObject({ details: { successful: PHONES, failed: 0 } });
    await first.stop();
    const sent = await gateway.ledger(id);
    expect(sent).toMatchObject({ devices: PHONES, sends: PHONES });

    const location = await createEmptyLocation();
    expect((await restoreBackup(location, folder, unstopped)).open).toBe(1);
    const copy = await aWorld({ DATABASE_URL: location.url });
    const here = sendingAs(
      () => copy,
      () => admin,
    );
    const before = await here.seenOf(id);
    expect(before.details?.successful).toBeGreaterThanOrEqual(200);
    expect(before.details?.remaining).toBeGreaterThan(0);
    expect((before.details?.successful ?? 0) + (before.details?.remaining ?? 0)).toBe(PHONES);
    const [counted] = await query<{ places: number; accepted: number }>(
      location.url,
      `select count(distinct seq)::int as places, count(*) filter (where get_byte(outcomes, at::int - 1) = 1)::int as accepted
     from fan_out_chunk, unnest(devices) with ordinality as d(seq, at) where notification_id = $1`,
      [id],
    );
    expect(counted).toEqual({ places: PHONES, accepted: before.details?.successful });

    const worker = workOn(copy, { push: copy.push({ env: own.env }), lanes: 2 });
    expect((await here.until(id, ({ sending }) => sending.state === 'paused')).sending).toMatchObject({ pauseReason: 'restored' });
    // A send created after the restore goes out, so the worker is running and pauses only the restored send.
    const store = await aStore(copy.db);
    await phones(copy.db, { subscribed: [store] });
    expect(await here.until(await here.send({}, store), isOver)).toMatchObject({ details: { successful: 1 } });
    expect((await gateway.ledger(id)).sends).toBe(sent.sends);
    expect((await copy.staff(`POST /api/v1/notification-editor/${id}/resume`, { token: admin })).status).toBe(200);
    expect(await here.until(id, isOver)).toMatchObject({ details: { successful: PHONES, failed: 0 } });
    expect(await gateway.ledger(id)).toMatchObject({ devices: PHONES, visibleAtMost: 1 });
    await worker.stop();
    await own.stop();
  },
);

test('an aborted backup leaves no files behind', { tags: ['OPS-04'] }, async () => {
  const world = await aWorld();
  await furnish(world);
  const stopped = new AbortController();
  const location = locationOf(world);
  const { storage } = location.stores;
  const stopping: typeof storage = { ...storage, read: (name) => (stopped.abort(), storage.read(name)) };
  const folder = newFolder();
  await expect(takeBackup({ ...location, stores: { ...location.stores, storage: stopping } }, folder, stopped.signal)).rejects.toThrow(
    'aborted',
  );
  expect(readdirSync(join(folder, '..'))).toEqual([]);
  await takeBackup(location, folder, unstopped);
  writeFileSync(join(folder, '..', 'beside'), '');
  expect(readdirSync(join(folder, '..'))).toEqual(['beside', 'taken']);
});
