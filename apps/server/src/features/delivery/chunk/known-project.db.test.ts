import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { watchProject } from './known-project.ts';
import { slowDown } from './push-project.repository.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('a query that started before the push service asked to pause does not serve later callers', { tags: ['F22'] }, async () => {
  const [hasRead, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSlow = false;
  const lateAnswers: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isSlow || !result.rows.some((row) => 'heldMs' in row)) return result;
      isSlow = false;
      hasRead.resolve();
      await mayAnswer.promise;
      return result;
    },
  };
  const project = watchProject(world.db.withPlugin(lateAnswers), 'known-project', () => {});
  await project.fresh();
  isSlow = true;
  const before = project.again();
  await hasRead.promise;
  await slowDown(world.db, 'known-project', 60_000);
  const after = project.again();
  mayAnswer.resolve();
  await Promise.all([before, after]);
  expect(project.isHeld()).toBe(true);
});
