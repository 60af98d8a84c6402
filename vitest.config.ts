import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isStrict, patienceOf } from './scripts/test/patience.ts';

/** Timeouts of a project's tests, as a multiple of the usual ones. */
const waiting = (times: number) => {
  const patience = patienceOf(times);
  return { testTimeout: patience.test, hookTimeout: patience.test, expect: { poll: { timeout: patience.state } }, provide: { patience } };
};

const common = {
  environment: 'node' as const,
  // One that is left alone would end green without its neighbours.
  allowOnly: false,
  // Tags are ids of spec/*.tsv, which scripts/coverage reads; no list of them here.
  strictTags: false,
  restoreMocks: true,
  setupFiles: ['scripts/test/draws.ts', 'scripts/test/leave-nothing.ts'],
  // Vitest leaves one core free, which of two is half of them.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  ...waiting(1),
};

const onDatabase = {
  exclude: ['**/node_modules/**'],
  globalSetup: 'scripts/test/database-setup.ts',
  setupFiles: ['scripts/test/draws.ts', 'scripts/test/leave-nothing.ts', 'scripts/test/whole-day.ts'],
  maxWorkers: 4,
  // Imported by Node itself, as the product is: nothing here needs a transform, and each file would pay for it.
  experimental: { viteModuleRunner: false },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{packages,apps,sandbox,scripts,bench}/**/*.test.ts'],
          exclude: ['**/*.{db,nightly,isolated}.test.ts', '**/node_modules/**'],
          // Modules are imported once for each worker instead of once for each file: more than half of the time of these tests.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          // Tests that replace a module, or look at what a module does when it is first imported.
          name: 'unit-isolated',
          include: ['{packages,apps,sandbox,scripts}/**/*.isolated.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'forms',
          include: ['apps/web/src/**/*.form.test.tsx'],
          exclude: ['**/node_modules/**'],
          environment: 'happy-dom',
          setupFiles: ['apps/web/test/setup.ts'],
          provide: { patience: patienceOf(1), reactStrictMode: isStrict() },
        },
      },
      {
        test: {
          ...common,
          ...onDatabase,
          name: 'database',
          // Files share the process of a worker: importing the server took longer than most of them.
          isolate: false,
          include: ['{apps,sandbox,scripts,bench}/**/*.db.test.ts'],
        },
      },
      {
        test: {
          ...common,
          ...onDatabase,
          name: 'nightly',
          // They start and kill processes.
          ...waiting(8),
          include: ['{apps,sandbox,scripts}/**/*.nightly.test.ts'],
        },
      },
    ],
  },
});
