import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { limitedRole } from '../../apps/server/test/limited-role.ts';
import { startSealing } from '../../apps/server/src/features/history/index.ts';
import { inTransaction } from '../../apps/server/src/platform/db/transaction.ts';
import { popupRoutes } from '@endcap/contract/popups';
import { historyArguments } from './arguments.ts';
import { runHistory } from './run-history.ts';
import { runCommand } from '../test/run-command.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

const run = (...words: string[]) => runCommand(runHistory, { DATABASE_URL: world.databaseUrl }, ...words);

test(
  'npm run history verifies the sealed changes, finds a noted hash, and names the first altered change',
  { tags: ['HIST-11'] },
  async () => {
    const token = await world.tokenOf('admin');
    for (const name of ['Wiosna', 'Lato']) expect((await world.staff(popupRoutes.create, { token, body: { name } })).status).toBe(201);
    expect(await run('verify')).toEqual({ code: 0, out: 'All is as it was sealed: changes 0, seals 0; not sealed yet: 2.\n', errors: '' });
    const sealing = startSealing(world.db, (error) => expect(error).toBeNull());
    await expect
      .poll(async () => (await run('verify')).out)
      .toMatch(/^All is as it was sealed: changes 2, seals 1; not sealed yet: 0\.\nSeal 1 of \S+Z: [0-9a-f]{64}\n$/);
    await sealing.stop();
    const [hash = ''] = /[0-9a-f]{64}/.exec((await run('verify')).out) ?? [];
    expect(await run('verify', hash)).toMatchObject({ code: 0, errors: '' });
    expect(await run('verify', 'f'.repeat(64))).toEqual({
      code: 1,
      out: '',
      errors: 'history: No seal has that hash: the chain is another one. As they were sealed: changes 2, seals 1.\n',
    });
    const { rows } = await sql<{ seq: number }>`select max(seq) as seq from history`.execute(world.db);
    await inTransaction(world.db, async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update history set actor = 'eve' where seq = ${rows[0]?.seq}`.execute(trx);
    });
    expect(await run('verify')).toEqual({
      code: 1,
      out: '',
      errors: `history: Change ${rows[0]?.seq} was altered. As they were sealed: changes 0, seals 0.\n`,
    });
  },
);

test.each([
  [[], 'what is to be done?'],
  [['seal'], 'there is no seal'],
  [['verify', 'abc'], 'abc is no hash'],
  [['verify', 'a'.repeat(64), 'b'], 'one hash'],
])('rejects the arguments %j', (words, why) => expect(historyArguments(words)).toContain(why));

test('exits with 78 and one sentence if the database does not answer', async () => {
  const nowhere = await runCommand(runHistory, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'verify');
  expect(nowhere).toMatchObject({ code: 78, out: '', errors: expect.stringMatching(/^history: [^\n]*ECONNREFUSED[^\n]*\n$/) });
});

test('exits with 78 and one sentence if the role may not read the history', { tags: ['E-71'] }, async () => {
  const lacking = { code: 78, out: '', errors: expect.stringMatching(/^history: [^\n]*grant[^\n]*\n$/) };
  const { url: stranger } = await limitedRole(world, '');
  expect(await runCommand(runHistory, { DATABASE_URL: stranger }, 'verify')).toEqual(lacking);
  const { url } = await limitedRole(world, 'grant select on kysely_migration, schema_need to ROLE');
  const found = await runCommand(runHistory, { DATABASE_URL: url }, 'verify');
  expect(found).toEqual(lacking);
  expect(found.errors).toContain('The role of DATABASE_URL lacks rights');
});
