import { defineConfig } from 'vitest/config';

const common = { environment: 'node' as const, restoreMocks: true };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{packages,apps,sandbox,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'database',
          include: ['{apps,sandbox,scripts}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: 'scripts/test/database-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
