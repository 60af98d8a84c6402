import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { createProjectCache } from './project-cache.ts';
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
      if (!isSlow || !result.rows.some((row) => 'blockedMs' in row)) return result;
      isSlow = false;
      hasRead.resolve();
      await mayAnswer.promise;
      return result;
    },
  };
  const project = createProjectCache(world.db.withPlugin(lateAnswers), 'known-project', () => {});
  await project.refreshIfStale();
  isSlow = true;
  const before = project.refresh();
  await hasRead.promise;
  await slowDown(world.db, 'known-project', 60_000);
  const after = project.refresh();
  mayAnswer.resolve();
  await Promise.all([before, after]);
  expect(project.isBlocked()).toBe(true);
});
