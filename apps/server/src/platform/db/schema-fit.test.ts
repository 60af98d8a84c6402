import type pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from './connection.ts';
import { schemaMisfit } from './schema-fit.ts';

const failing = (error: Error) =>
  openDatabase<unknown>({
    connect: async () => {
      throw error;
    },
  } as unknown as pg.Pool);
const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

test.each(['ECONNREFUSED', '57P03', '53300'])('a schema is not judged while the database is away (%s)', { tags: ['E-71'] }, async (code) =>
  expect(await schemaMisfit(failing(failure(code)), [])).toBeNull(),
);
test("a schema that the role may not read does not fit, and the sentence is not PostgreSQL's", { tags: ['E-71'] }, async () =>
  expect(await schemaMisfit(failing(failure('42501')), [])).toContain('its role may not read which migrations there are'),
);
test.each(['XX001', '42883', ''])('any other error is passed on, not read as a schema that fits (%s)', { tags: ['E-71'] }, async (code) =>
  expect(schemaMisfit(failing(failure(code)), [])).rejects.toThrow('failed'),
);
