import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { describeSchema } from './describe-schema.ts';

test('docs/reference/schema.sql is the schema of a migrated database (node scripts/run.mjs scripts/docs/write-schema.ts)', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl').replace('DATABASE', 'endcap_template') });
  await client.connect();
  try {
    expect(readFileSync('docs/reference/schema.sql', 'utf8')).toBe(await describeSchema((statement) => client.query(statement)));
  } finally {
    await client.end();
  }
});
