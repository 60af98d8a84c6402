import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { startUpkeep } from '../../compose-upkeep.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { appendHistory, verifySeals, waitsForSeal } from './index.ts';
import { sealHistory } from './seal-history.ts';

let world: FreshWorld;
beforeEach(async () => {
  await world?.close();
  world = await freshWorld();
  await behindItsBack(sql`truncate history`);
});
afterAll(() => world.close());

const write = async (count: number, actor = 'ada'): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await appendHistory(
      world.db,
      { actor, entity: 'popup', entityId: `p${n % 7}`, action: 'update' },
      { name: `Żurek ${n}` },
      { name: `Barszcz „${n}”` },
    );
};
/** Bypasses the triggers, as a person with access to the server's files could. */
const behindItsBack = (statement: ReturnType<typeof sql>): Promise<void> =>
  inTransaction(world.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
const numbers = async (): Promise<number[]> =>
  (await world.db.selectFrom('history').select('seq').orderBy('seq').execute()).map(({ seq }) => Number(seq));
const faultAfter = async (statement: ReturnType<typeof sql>) => {
  await behindItsBack(statement);
  return (await verifySeals(world.db)).fault;
};

describe('changes are sealed in a chain', { tags: ['HIST-11'] }, () => {
  test('concurrent sealing covers every change once, and the report counts the changes that are not sealed yet', async () => {
    await write(30);
    expect(await Promise.all([sealHistory(world.db), sealHistory(world.db), sealHistory(world.db)]).then((all) => all.sort())).toEqual([
      0, 0, 30,
    ]);
    await write(5);
    expect(await verifySeals(world.db)).toMatchObject({ seals: 1, changes: 30, open: 5, fault: null });
    expect(await sealHistory(world.db)).toBe(5);
    expect(await sealHistory(world.db)).toBe(0);
    const report = await verifySeals(world.db);
    expect(report).toMatchObject({ seals: 2, changes: 35, open: 0, fault: null });
    expect((await verifySeals(world.db, report.last?.hash)).isKnown).toBe(true);
    expect((await verifySeals(world.db, 'f'.repeat(64))).isKnown).toBe(false);
  });

  test('a long history is sealed in batches of a thousand, each chained to the one before', async () => {
    await sql`insert into history (actor, entity, entity_id, action, changes, at)
      select 'ada', 'popup', 'p' || n, 'update', '{}', now() - make_interval(days => 2500 - n) from generate_series(1, 2500) n`.execute(
      world.db,
    );
    expect(await sealHistory(world.db)).toBe(2_500);
    expect(await verifySeals(world.db)).toMatchObject({ seals: 3, changes: 2_500, open: 0, fault: null });
  });

  test('a change that is not committed yet does not block sealing, and is sealed after its commit', async () => {
    await inTransaction(world.db, async (trx) => {
      await appendHistory(trx, { actor: 'late', entity: 'popup', entityId: 'p', action: 'update' }, { name: 'a' }, { name: 'b' });
      await write(3);
      expect(await sealHistory(world.db)).toBe(3);
    });
    expect(await sealHistory(world.db)).toBe(1);
    expect(await verifySeals(world.db)).toMatchObject({ seals: 2, changes: 4, open: 0, fault: null });
  });

  test('a long import that drew its numbers before others were sealed is sealed completely after its commit', async () => {
    await inTransaction(world.db, async (trx) => {
      await sql`insert into history (actor, entity, entity_id, action, changes)
        select 'import', 'popup', 'p' || n, 'update', '{}' from generate_series(1, 4500) n`.execute(trx);
      await write(1);
      expect(await sealHistory(world.db)).toBe(1);
    });
    expect(await waitsForSeal(world.db)).toBeGreaterThan(0);
    expect(await sealHistory(world.db)).toBe(4_500);
    expect(await verifySeals(world.db)).toMatchObject({ changes: 4_501, open: 0, fault: null });
    expect(await waitsForSeal(world.db)).toBe(0);
  });

  test('a change that was not committed at the last seal is sealed, even hours later', async () => {
    await inTransaction(world.db, async (trx) => {
      await appendHistory(trx, { actor: 'late', entity: 'popup', entityId: 'p', action: 'update' }, { name: 'a' }, { name: 'b' });
      await write(3);
      expect(await sealHistory(world.db)).toBe(3);
      await behindItsBack(sql`update history_seal set at = at - interval '2 hours'`);
    });
    expect(await waitsForSeal(world.db)).toBeGreaterThan(0);
    expect(await sealHistory(world.db)).toBe(1);
  });

  test('a change inserted later under a number that no transaction can still have drawn is not sealed', async () => {
    const { rows } = await sql<{ seq: string }>`select nextval(pg_get_serial_sequence('history', 'seq')) as seq`.execute(world.db);
    await write(2);
    await sealHistory(world.db);
    await behindItsBack(sql`update history_seal set at = at - interval '2 hours'`);
    await write(1);
    expect(await sealHistory(world.db)).toBe(1);
    await sql`insert into history (seq, actor, entity, entity_id, action, changes) overriding system value
      values (${rows[0]?.seq}, 'ada', 'popup', 'p', 'update', '{}')`.execute(world.db);
    expect(await sealHistory(world.db)).toBe(0);
    await write(1);
    expect(await sealHistory(world.db)).toBe(1);
  });

  test('verification names the first altered row for each column', async () => {
    await write(40);
    await sealHistory(world.db);
    await write(10);
    await sealHistory(world.db);
    const all = await numbers();
    const [seq = 0, later = 0] = [all[17], all[44]];
    await behindItsBack(sql`create table kept as select * from history`);
    for (const change of [
      sql`actor = 'eve'`,
      sql`changes = jsonb_set(changes, '{name,1}', '"Rosół"')`,
      sql`at = at - interval '1 microsecond'`,
      sql`entity_id = 'other'`,
      sql`action = 'create'`,
      sql`label = 'other'`,
      sql`fields = 9`,
    ]) {
      expect(await faultAfter(sql`update history set ${change} where seq in (${seq}, ${later})`)).toEqual({ what: 'altered', seq });
      await behindItsBack(sql`delete from history`);
      await behindItsBack(sql`insert into history overriding system value select * from kept`);
      expect((await verifySeals(world.db)).fault).toBeNull();
    }
  });

  test('verification finds a removed row', async () => {
    await write(40);
    await sealHistory(world.db);
    const [, , seq = 0] = await numbers();
    expect(await faultAfter(sql`delete from history where seq = ${seq}`)).toEqual({ what: 'removed', seq });
  });

  test('verification finds an inserted row with an earlier date, before and after it is sealed', async () => {
    await write(10);
    await sealHistory(world.db);
    const backdated = sql`insert into history (actor, entity, entity_id, action, changes, at) values ('eve', 'popup', 'p1', 'update', '{}', now() - interval '9 days')`;
    const fault = await faultAfter(backdated);
    expect(fault).toEqual({ what: 'inserted', seq: (await numbers()).at(-1) });
    expect(await sealHistory(world.db)).toBe(1);
    expect((await verifySeals(world.db)).fault).toEqual(fault);
  });

  test.each([
    ['now', sql`clock_timestamp()`],
    ['half an hour ago', sql`now() - interval '30 minutes'`],
  ])(
    'verification finds a row inserted below a sealed number, with the time of %s, before and after it is sealed',
    { tags: ['E-2C'] },
    async (_, at) => {
      await write(1);
      const { rows } = await sql<{ seq: number }>`select nextval(pg_get_serial_sequence('history', 'seq')) as seq`.execute(world.db);
      await write(2);
      await sealHistory(world.db);
      const seq = Number(rows[0]?.seq);
      const fault = await faultAfter(sql`insert into history (seq, actor, entity, entity_id, action, changes, at) overriding system value
      values (${seq}, 'eve', 'popup', 'p1', 'update', '{}', ${at})`);
      expect(fault).toEqual({ what: 'inserted', seq });
      await write(1);
      expect(await sealHistory(world.db)).toBe(2);
      expect((await verifySeals(world.db)).fault).toEqual(fault);
    },
  );

  test('a change that was open while others were sealed, and commits later, is not reported as inserted', { tags: ['E-2C'] }, async () => {
    await inTransaction(world.db, async (trx) => {
      await appendHistory(trx, { actor: 'late', entity: 'popup', entityId: 'p', action: 'update' }, { name: 'a' }, { name: 'b' });
      for (let n = 0; n < 3; n += 1) {
        await write(2);
        expect(await sealHistory(world.db)).toBe(2);
      }
    });
    expect((await verifySeals(world.db)).fault).toBeNull();
    await write(1);
    expect(await sealHistory(world.db)).toBe(2);
    expect(await verifySeals(world.db)).toMatchObject({ changes: 8, open: 0, fault: null });
  });

  test('each batch of a long history settles no more than it covers', { tags: ['E-2C'] }, async () => {
    await sql`insert into history (actor, entity, entity_id, action, changes)
      select 'ada', 'popup', 'p' || n, 'update', '{}' from generate_series(1, 2500) n`.execute(world.db);
    expect(await sealHistory(world.db)).toBe(2_500);
    const { rows } = await sql`select settled = upper(covers) - 1 as is_settled from history_seal order by no`.execute(world.db);
    expect(rows).toEqual([{ isSettled: true }, { isSettled: true }, { isSettled: true }]);
    expect((await verifySeals(world.db)).fault).toBeNull();
  });

  test(
    'verification names a seal whose settled number was removed, and the hash matches that of the previous version',
    { tags: ['E-2C'] },
    async () => {
      await write(3);
      await sealHistory(world.db);
      await write(3);
      await sealHistory(world.db);
      const { rows } = await sql`
      select hash = history_seal_hash(coalesce(lag(hash) over (order by no), ''), no, covers, fingerprints, at) as holds
      from history_seal order by no`.execute(world.db);
      expect(rows).toEqual([{ holds: true }, { holds: true }]);
      expect(await faultAfter(sql`update history_seal set settled = null where no = 2`)).toEqual({ what: 'seal', no: 2 });
    },
  );

  test('verification finds a seal that was altered or removed, and a chain that was rebuilt', async () => {
    for (let n = 0; n < 3; n += 1) {
      await write(4);
      await sealHistory(world.db);
    }
    const hash = (await verifySeals(world.db)).last?.hash;
    await behindItsBack(sql`create table kept as select * from history_seal`);
    const again = async (statement: ReturnType<typeof sql>) => {
      const fault = await faultAfter(statement);
      await behindItsBack(sql`truncate history_seal`);
      await behindItsBack(sql`insert into history_seal select * from kept`);
      return fault;
    };
    expect(await again(sql`update history_seal set at = at - interval '1 day' where no = 2`)).toEqual({ what: 'seal', no: 2 });
    expect(await again(sql`update history_seal set fingerprints = substr(fingerprints, 1, 48) where no = 2`)).toEqual({
      what: 'seal',
      no: 2,
    });
    expect(await again(sql`delete from history_seal where no = 2`)).toEqual({ what: 'seal', no: 2 });
    // A seal below the first covers what would otherwise be open.
    expect(await again(sql`update history_seal set no = 0 where no = 3`)).toEqual({ what: 'seal', no: 1 });
    // Rebuilding all seals yields another chain, which does not contain the noted hash.
    await behindItsBack(sql`truncate history_seal`);
    await behindItsBack(sql`update history set actor = 'eve' where actor = 'ada'`);
    await sealHistory(world.db);
    const report = await verifySeals(world.db, hash);
    expect(report.fault).toBeNull();
    expect(report.isKnown).toBe(false);
  });

  test('verification names a seal with a forged range, without expanding the range', async () => {
    for (let n = 0; n < 2; n += 1) {
      await write(3);
      await sealHistory(world.db);
    }
    await behindItsBack(sql`create table kept as select * from history_seal`);
    for (const covers of [`{[1,${2 ** 40})}`, '{[-9223372036854775808,9223372036854775807)}', '{[1,)}', '{(,4)}', '{(,)}', '{}']) {
      // The hash is recomputed, so that only the range is wrong.
      const fingerprints = covers === '{}' ? sql`fingerprints` : sql`''::bytea`;
      const hash = sql`history_seal_hash((select hash from kept where no = 1), 2, ${covers}::int8multirange, ${fingerprints}, at)`;
      const forged = sql`update history_seal set covers = ${covers}::int8multirange, fingerprints = ${fingerprints}, hash = ${hash} where no = 2`;
      expect(await faultAfter(forged), covers).toEqual({ what: 'seal', no: 2 });
      await behindItsBack(sql`truncate history_seal`);
      await behindItsBack(sql`insert into history_seal select * from kept`);
    }
    expect((await verifySeals(world.db)).fault).toBeNull();
  });

  test('the upkeep of the staff API seals new changes', async () => {
    await write(2);
    const upkeep = startUpkeep(world.world, world.db, 'upkeep');
    await expect.poll(() => verifySeals(world.db)).toMatchObject({ changes: 2, open: 0, fault: null });
    await upkeep.stop();
  });

  test('the database rejects updates and deletes of seals', async () => {
    await write(1);
    await sealHistory(world.db);
    for (const statement of [sql`update history_seal set no = 5`, sql`delete from history_seal`, sql`truncate history_seal`])
      await expect(statement.execute(world.db)).rejects.toThrow('append-only');
  });
});
