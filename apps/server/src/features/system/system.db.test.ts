import { hostname } from 'node:os';
import { commandCheckNames, serverCheckNames, systemRoutes } from '@endcap/contract/system';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { callerOf, problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { startUpkeep } from '../../compose-upkeep.ts';
import { buildAdminApi } from '../../compose-admin-api.ts';
import { build, versionText } from '../../platform/build.ts';
import { repeat } from '../../platform/repeat.ts';
import { noteBackup, noteDrill } from '../backups/index.ts';
import { announceProcess } from './announce-process.ts';
import { askForRun, claimRequestedRuns, noteRun, readJobs } from './background-job.repository.ts';
import { cachedCertificates } from './read-certificates.ts';
import { runJobs } from './run-jobs.ts';
import { noteHeartbeat, readProcesses } from './running-process.repository.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

/** Reads the health from a new API instance, since an instance shares answers for two seconds. */
const health = async () => {
  const app = await buildAdminApi(world.world, world.db);
  const { status, body } = await callerOf(app)(systemRoutes.health, { token: admin });
  await app.close();
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const nothing = (): void => {};
const state = () => ({ timeout: inject('patience').state });
const jobRow = async (name: string) => (await readJobs(world.db)).find((row) => row.name === name);

describe('the health of the system and requests for jobs', { tags: ['E-7E'] }, () => {
  test('are for administrators only', async () => {
    const staff = await world.person('system-staff', { storeId: null });
    for (const [token, status] of [
      [null, 401],
      [staff, 403],
      [admin, 200],
    ] as const)
      expect((await world.staff('GET /api/v1/system/health', { ...(token !== null && { token }) })).status).toBe(status);
    const asks = (token: string) => world.staff(systemRoutes.runJob, { token, body: { name: 'sealHistory' } });
    expect((await asks(staff)).status).toBe(403);
    expect(await jobRow('sealHistory')).toBeUndefined();
    expect((await asks(admin)).status).toBe(204);
    expect(await jobRow('sealHistory')).toMatchObject({ askedAt: expect.any(Date), takenAt: null });
    await sql`delete from background_job`.execute(world.db);
  });
  test('reject an unknown job by its field', async () => {
    const answer = await world.staff('POST /api/v1/system/jobs', { token: admin, body: { name: 'dropTables' } });
    expect(answer.status).toBe(422);
    expect(problemIn(answer).fields).toEqual({ name: ['unknown'] });
  });
});

describe('processes', { tags: ['E-7E'] }, () => {
  test('a process is listed with kind, version and host as long as it runs', async () => {
    expect((await health()).processes).toEqual([]);
    const running = announceProcess(world.db, 'push-worker');
    await vi.waitFor(async () => expect(await readProcesses(world.db)).toHaveLength(1), state());
    const { at, version, processes } = await health();
    expect(version).toBe(versionText(build));
    expect(processes).toEqual([
      {
        _id: running.id,
        kind: 'push-worker',
        version,
        host: hostname(),
        pid: process.pid,
        startedAt: expect.any(String),
        seenAt: expect.any(String),
        isSilent: false,
        isOtherVersion: false,
      },
    ]);
    expect(processes[0]?.startedAt.localeCompare(at)).toBe(-1);
    await running.stop();
    expect((await health()).processes).toEqual([]);
  });
  test('processes of another version and silent ones are marked, and one that was silent for a day is gone', async () => {
    const other = { id: 'other', kind: 'app-api', version: '0.0.9', host: 'node2', pid: 7 };
    for (const [id, silent] of [
      ['other', '0 s'],
      ['silent', '50 s'],
      ['gone', '25 h'],
    ] as const) {
      await noteHeartbeat(world.db, { ...other, id, version: id === 'other' ? '0.0.9' : versionText(build) }, 60);
      await sql`update running_process set seen_at = seen_at - ${silent}::interval where id = ${id}`.execute(world.db);
    }
    const marks = (await health()).processes.map(({ _id, isSilent, isOtherVersion }) => [_id, isSilent, isOtherVersion]);
    expect(marks.toSorted()).toEqual([
      ['other', false, true],
      ['silent', true, false],
    ]);
    await announceProcess(world.db, 'app-api').stop();
    expect((await sql`select from running_process where id = 'gone'`.execute(world.db)).rows).toEqual([]);
    await sql`delete from running_process`.execute(world.db);
  });
});

describe('checks', { tags: ['E-7E'] }, () => {
  test('are those of the doctor that a server can make, in the same order', async () => {
    const { checks } = await health();
    expect(checks.map(({ name }) => name)).toEqual(serverCheckNames);
    expect(checks.find(({ name }) => name === 'workers')).toEqual({
      name: 'workers',
      state: 'wrong',
      says: 'no push worker is connected to this database',
      todo: expect.stringContaining('start one'),
    });
    expect(checks.find(({ name }) => name === 'schema')).toMatchObject({ state: 'ok', todo: null });
    expect(checks.find(({ name }) => name === 'last backup')).toMatchObject({ state: 'note', says: expect.stringMatching(/^never; /) });
    expect(serverCheckNames.filter((name) => (commandCheckNames as readonly string[]).includes(name))).toEqual([]);
  });
  test('a check that reads tables is skipped on a schema that does not fit', async () => {
    await sql`insert into schema_need values ('9999-takes-away')`.execute(world.db);
    const { checks } = await health();
    await sql`delete from schema_need`.execute(world.db);
    expect(checks.find(({ name }) => name === 'schema')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('9999-takes-away'),
    });
    expect(checks.find(({ name }) => name === 'sending')).toMatchObject({ state: 'note', says: expect.stringContaining('not checked') });
  });
});

test('health reports the last backup and the last drill', { tags: ['E-7E'] }, async () => {
  expect(await health()).toMatchObject({ lastBackup: null, lastDrillAt: null });
  const takenAt = new Date('2026-11-20T01:00:00Z');
  await noteBackup(world.db, { takenAt, lost: 2 });
  await noteDrill(world.db, takenAt);
  expect(await health()).toMatchObject({ lastBackup: { takenAt: takenAt.toISOString(), lost: 2 }, lastDrillAt: takenAt.toISOString() });
  await sql`delete from last_backup`.execute(world.db);
  await sql`delete from last_drill`.execute(world.db);
});

describe('background jobs', { tags: ['E-7E'] }, () => {
  const run = { name: 'keepStates', processId: 'p', host: 'node1', everySeconds: 600, seconds: 2, error: null } as const;
  const jobOf = async (name: string) => (await health()).jobs.find((job) => job.name === name);

  test('a job that has not run yet has no last run', async () => {
    expect(await jobOf('keepStates')).toEqual({
      name: 'keepStates',
      everySeconds: null,
      lastRun: null,
      nextAt: null,
      failures: 0,
      lastFailure: null,
      asked: null,
    });
  });
  test('a job reports its last and next run, counts failures until one succeeds, and keeps the last error', async () => {
    await noteRun(world.db, run);
    const job = await jobOf('keepStates');
    expect(job).toMatchObject({ everySeconds: 600, lastRun: { seconds: 2, host: 'node1' }, failures: 0, lastFailure: null });
    expect(Date.parse(job?.nextAt ?? '') - Date.parse(job?.lastRun?.startedAt ?? '')).toBe(600_000);
    await noteRun(world.db, { ...run, error: 'first' });
    await noteRun(world.db, { ...run, error: 'second' });
    expect(await jobOf('keepStates')).toMatchObject({ failures: 2, lastFailure: { error: 'second' } });
    await noteRun(world.db, run);
    expect(await jobOf('keepStates')).toMatchObject({ failures: 0, lastFailure: { error: 'second' } });
  });
  test('a requested run is claimed once and completed by a run of the same process that began afterwards', async () => {
    const alive = { id: 'one', kind: 'admin-api', version: '1', host: 'h', pid: 1 };
    await noteHeartbeat(world.db, alive, 0);
    await askForRun(world.db, 'keepStates');
    await askForRun(world.db, 'keepStates');
    const taken = await Promise.all(['one', 'one', 'one'].map((id) => claimRequestedRuns(world.db, ['keepStates', 'clearGone'], id, 'h')));
    expect(taken.flat()).toEqual(['keepStates']);
    expect(await jobOf('keepStates')).toMatchObject({ asked: { startedAt: expect.any(String), host: 'h' } });
    // It was under way already.
    await noteRun(world.db, { ...run, processId: 'one', seconds: 3_600 });
    expect(await jobOf('keepStates')).toMatchObject({ asked: { host: 'h' } });
    await noteRun(world.db, { ...run, processId: 'other', seconds: 0 });
    expect(await jobOf('keepStates')).toMatchObject({ asked: { host: 'h' } });
    await noteRun(world.db, { ...run, processId: 'one', seconds: 0 });
    expect(await jobOf('keepStates')).toMatchObject({ asked: null });
  });
  test('another process claims the requested run of a process that is gone', async () => {
    await askForRun(world.db, 'keepStates');
    expect(await claimRequestedRuns(world.db, ['keepStates'], 'crashed', 'h')).toEqual(['keepStates']);
    expect(await jobOf('keepStates')).toMatchObject({ asked: { startedAt: null, host: null } });
    expect(await claimRequestedRuns(world.db, ['keepStates'], 'one', 'h')).toEqual(['keepStates']);
    expect(await claimRequestedRuns(world.db, ['keepStates'], 'two', 'h')).toEqual([]);
    await sql`delete from background_job`.execute(world.db);
    await sql`delete from running_process`.execute(world.db);
  });
  test('a job with a failed part counts as failed, and its error is redacted and cut to 500 characters', async () => {
    const quiet = { start: () => ({ stop: async () => {} }), onError: nothing };
    const errors: unknown[] = [];
    const jobs = runJobs(
      { db: world.db, processId: 'p', redacted: (text) => text.replaceAll('hunter2', '[hidden]') },
      {
        sweepUploads: quiet,
        noteSubscriptions: quiet,
        endWhatIsOld: {
          start: (repeats, onError) =>
            repeats(
              3_600_000,
              async () => {
                onError(new Error(`hunter2 ${'x'.repeat(600)}`));
                onError(new Error('another'));
              },
              onError,
            ),
          onError: (error) => errors.push(error),
        },
        sealHistory: { start: (repeats, onError) => repeats(60_000, () => Promise.reject(new Error('away')), onError), onError: nothing },
        keepStates: quiet,
        clearGone: quiet,
      },
    );
    await vi.waitFor(async () => expect(await readJobs(world.db)).toHaveLength(2), state());
    await jobs.stop();
    expect(errors).toHaveLength(2);
    const failure = (await jobOf('endWhatIsOld'))?.lastFailure?.error;
    expect(failure).toMatch(/^\[hidden\] x+$/);
    expect(failure).toHaveLength(500);
    expect(await jobOf('sealHistory')).toMatchObject({ failures: 1, lastFailure: { error: 'away' } });
    await sql`delete from background_job`.execute(world.db);
  });
  test('the upkeep stores runs of every job, and runs a requested one again', async () => {
    const announced = announceProcess(world.db, 'admin-api');
    const upkeep = startUpkeep(world.world, world.db, announced.id);
    await vi.waitFor(async () => expect((await readJobs(world.db)).filter(({ endedAt }) => endedAt)).toHaveLength(6), state());
    const before = await jobRow('clearGone');
    await world.staff(systemRoutes.runJob, { token: admin, body: { name: 'clearGone' } });
    await vi.waitFor(async () => {
      const after = await jobRow('clearGone');
      expect(after?.askedAt).toBeNull();
      expect(after?.endedAt?.getTime()).toBeGreaterThan(before?.endedAt?.getTime() ?? Number.POSITIVE_INFINITY);
    }, state());
    await upkeep.stop();
    await announced.stop();
  });
});

test('a repeated job can be made to run again after the current run', { tags: ['E-7E'] }, async () => {
  const runs: string[] = [];
  const held = Promise.withResolvers<void>();
  const repeating = repeat(
    3_600_000,
    async () => {
      runs.push('begins');
      await held.promise;
      runs.push('ends');
    },
    nothing,
  );
  repeating.again();
  held.resolve();
  await vi.waitFor(() => expect(runs).toEqual(['begins', 'ends', 'begins', 'ends']), state());
  await repeating.stop();
});

test(
  'certificates are null until they have been read, and one that could not be read stays unknown',
  {
    tags: ['E-7E'],
  },
  async () => {
    const now = () => new Date('2026-11-28T12:00:00Z');
    const addresses = () => ({
      app: { url: 'https://user:hunter2@app.example/path' },
      'back-office': { url: 'https://office.example' },
    });
    const read = Promise.withResolvers<Record<string, { expiresAt: Date; problem: string | null }>>();
    const certificates = cachedCertificates({ addresses, read: () => read.promise }, now);
    expect(certificates()).toBeNull();
    expect(certificates()).toBeNull();
    read.resolve({ app: { expiresAt: new Date('2026-12-10T00:00:00Z'), problem: null } });
    await vi.waitFor(() => expect(certificates()).not.toBeNull(), state());
    expect(certificates()).toEqual({
      readAt: '2026-11-28T12:00:00.000Z',
      of: [
        { of: 'app', address: 'https://app.example', daysLeft: 11, expiresAt: '2026-12-10T00:00:00.000Z', problem: null },
        { of: 'back-office', address: 'https://office.example', daysLeft: null, expiresAt: null, problem: null },
      ],
    });
  },
);
