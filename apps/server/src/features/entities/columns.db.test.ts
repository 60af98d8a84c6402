import { audienceRuleFields } from '@endcap/contract/audience';
import { contentFields } from '@endcap/contract/content';
import { answersOf } from '@endcap/contract/core';
import { KeptDay } from '@endcap/contract/kept-days';
import { knowledgeFields } from '@endcap/contract/knowledge';
import { SavedAudienceDraft, SendNotification } from '@endcap/contract/notifications';
import { popupFields } from '@endcap/contract/popups';
import { storeGroupFields } from '@endcap/contract/store-groups';
import { storeFields } from '@endcap/contract/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import type { Tables } from '../../tables.ts';
import type { EntityColumns } from './entity.tables.ts';

type EntityTable = { [Name in keyof Tables]: Tables[Name] extends EntityColumns ? Name : never }[keyof Tables];

// Which stores a group has lies in rows of its own.
const { includeStores: _, ...storeGroup } = answersOf(storeGroupFields);
/** The editable fields of each entity, from the contract. A missing entity does not compile. */
const edited: Record<EntityTable | 'notification', Readonly<Record<string, z.ZodType>>> = {
  content: answersOf(contentFields),
  keptDay: KeptDay.pick({ day: true, storeGroups: true, reason: true }).shape,
  knowledge: answersOf(knowledgeFields),
  // When it starts is what it is dated (decision 107).
  notification: { ...SendNotification.omit({ startsAt: true }).shape, ...audienceRuleFields },
  popup: answersOf(popupFields),
  savedAudience: SavedAudienceDraft.shape,
  store: answersOf(storeFields),
  storeGroup,
};
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = Object.entries(edited).flatMap(([entity, fields]) =>
  Object.entries(fields).map(([field, schema]) => ({ table: snake(entity), column: snake(field), schema })),
);

type Json = { enum?: unknown[]; const?: unknown; anyOf?: Json[] };
const wordsIn = (json: Json): unknown[] => json.enum ?? json.anyOf?.flatMap(wordsIn) ?? ('const' in json ? [json.const] : []);
/** The words of a choice; none where anything may stand. */
const wordsOf = (schema: z.ZodType): unknown[] => wordsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Json);

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('every field that people edit has its column; a migration adds the missing one', async () => {
  const { rows } = await sql<{ at: string }>`
    select table_name || '.' || column_name as at from information_schema.columns where table_schema = 'public'`.execute(world.db);
  const present = new Set(rows.map(({ at }) => at));
  const missing = columns.map(({ table, column }) => `${table}.${column}`).filter((at) => !present.has(at));
  expect(missing).toEqual([]);
  expect(columns.length).toBeGreaterThan(80);
});
test('the database takes every word of every choice; a migration changes the check that does not', async () => {
  const refused: string[] = [];
  let asked = 0;
  for (const { table, column, schema } of columns) {
    const words = wordsOf(schema);
    if (words.length === 0) continue;
    const { rows: checks } = await sql<{ type: string; rule: string }>`
      select format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(c.conbin, c.conrelid) as rule from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'c' and cardinality(c.conkey) = 1 and c.conrelid = ${table}::regclass and a.attname = ${column}`.execute(world.db);
    for (const { type, rule } of checks)
      for (const word of words) {
        asked += 1;
        // The very check, on a row of this one column.
        const { rows } = await sql<{ takes: boolean }>`
          select (${sql.raw(rule)}) is not false as takes from (select ${String(word)}::${sql.raw(type)} as ${sql.ref(column)}) as one`.execute(
          world.db,
        );
        if (!rows[0]?.takes) refused.push(`${table}.${column}: ${String(word)}`);
      }
  }
  expect(refused).toEqual([]);
  expect(asked).toBeGreaterThan(20);
});
