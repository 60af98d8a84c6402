import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../test/fresh-world.ts';
import { build } from '../platform/build.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

const migrate = async (...words: string[]): Promise<{ code: number | null; lines: Record<string, unknown>[]; output: string }> => {
  const child = spawn(process.execPath, ['apps/server/src/processes/migrate.ts', ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATABASE_URL: world.databaseUrl,
      ENDCAP_OIDC_ISSUER: inject('issuer'),
      ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
      ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
    },
  });
  let [out, output] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = out.split('\n').filter((line) => line.startsWith('{'));
  return { code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), output };
};

test(
  '`migrate --check` lists the migrations that the database lacks, by its exit code too, and changes nothing',
  { tags: ['E-78'] },
  async () => {
    const { code, lines } = await migrate('--check');
    expect([code, lines.at(-1)]).toEqual([0, expect.objectContaining({ msg: 'database is up to date', missing: [] })]);
    expect(lines[0]).toMatchObject({ msg: 'starting', ...build });
    const last = sql`(select max(name) from kysely_migration)`;
    await sql`delete from kysely_migration where name = ${last}`.execute(world.db);
    const behind = await migrate('--check');
    expect(behind.code).toBe(3);
    expect(behind.lines.at(-1)).toMatchObject({ msg: 'the database lacks migrations', missing: [build.migration] });
    const { rows } = await sql<{ name: string }>`select ${last} as name`.execute(world.db);
    expect(rows[0]?.name).not.toBe(build.migration);
    expect(await migrate('--check', 'twice')).toMatchObject({ code: 2, output: expect.stringContaining('is not known') });
  },
);
