import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoKnowledge, questionBank } from '../../sandbox/src/seed/index.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { localAssistant, findMatches } from '../../apps/server/src/features/assistant/index.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

/** Knowledge of a large chain beside the items that the questions are about. */
const OTHER_ITEMS = 1_000;
const RIGHT_SHARE = 0.9;

test('nine of ten questions as customers ask them are answered from the right item, and none from one that is not valid', async () => {
  const now = new Date();
  const items = demoKnowledge(now.getTime());
  const invalid = new Set<string>();
  for (const { name, description, content, validityStart = null, validityEnd = null } of items) {
    await sql`insert into knowledge (id, name, description, content, validity_start, validity_end)
      values (${name}, ${name}, ${description}, ${content}, ${validityStart}, ${validityEnd})`.execute(world.db);
    if ((validityEnd && new Date(validityEnd) < now) || (validityStart && new Date(validityStart) > now)) invalid.add(name);
  }
  await sql`insert into knowledge (id, name, description, content)
    select 'other' || n, 'Produkt ' || n, (array['Sposób przechowywania', 'Pochodzenie', 'Wartości odżywcze', 'Przepis'])[1 + n % 4] || ': ' ||
        (array['ser', 'mąka', 'ryż', 'makaron', 'miód', 'oliwa', 'śledź', 'twaróg', 'kasza', 'dżem'])[1 + n % 10] || ' ' || n,
      repeat('Produkt sprzedajemy w sklepach sieci. Informacje podaje dostawca. ', 20)
    from generate_series(1, ${OTHER_ITEMS}::int) n`.execute(world.db);
  const wrong: string[] = [];
  for (const { question, item: wanted } of questionBank) {
    const { knowledgeIds } = await localAssistant(question, await findMatches(world.db, question, now));
    expect(knowledgeIds.filter((id) => invalid.has(id))).toEqual([]);
    if ((knowledgeIds[0] ?? null) !== wanted) wrong.push(`${question} → ${knowledgeIds[0] ?? '–'} (${wanted ?? '–'})`);
  }
  expect(wrong.length / questionBank.length, wrong.join('\n')).toBeLessThanOrEqual(1 - RIGHT_SHARE);
});
