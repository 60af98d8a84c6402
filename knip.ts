import type { KnipConfig } from 'knip';

/** Reports dead code: unreachable files, exports and types without an importer, and unused or undeclared packages. */
export default {
  includeEntryExports: true,
  // Entries are files that no import reaches: npm runs them, a process forks them, or a browser loads them by path.
  workspaces: {
    '.': {
      entry: [
        'fences.ts',
        'scripts/*.mjs',
        'scripts/*/main.ts',
        'scripts/font/make.mjs',
        'scripts/{verify,fences/check,docs/{configuration-table,copy-screens,write-schema},launch/{build,worker,print-token}}.ts',
        'deploy/*.mjs',
      ],
      project: ['*.ts', '{scripts,deploy}/**/*.{ts,mjs}', '!scripts/fences/canary/**'],
      // scripts/verify.ts runs cspell and oxlint; subset-font is installed by hand to rebuild the font.
      ignoreDependencies: ['cspell', 'oxlint', 'subset-font'],
      // System commands of Linux; only tests limited to Linux call them.
      ignoreBinaries: ['prlimit', 'apt-get', 'openssl'],
    },
    'apps/server': {
      entry: ['src/processes/*.ts', 'src/platform/http/api-page/*.js', 'test/*.mjs'],
      project: ['{src,test}/**/*.{ts,js,mjs}'],
      // Runs the processes.
      ignoreDependencies: ['node'],
    },
    'apps/web': {
      // The first script, which only the built page references.
      entry: ['src/app/start.ts'],
      project: ['{src,test}/**/*.{ts,tsx}', '{.,vite}/*.ts'],
    },
    'packages/contract': { project: ['src/**/*.ts'] },
    // Only apps outside this repository import it.
    'packages/phone-kit': { project: ['src/**/*.ts'], includeEntryExports: false },
    sandbox: {
      entry: ['src/{main,seed/main}.ts', 'src/phones/page/*.js'],
      project: ['src/**/*.{ts,js}'],
      // Bundled when the phone's page requests it.
      ignoreUnresolved: ['./phone-kit.js'],
    },
    e2e: { project: ['*.ts'] },
    bench: { entry: ['main.ts', '**/bare-server.ts'], project: ['**/*.ts'] },
    'scripts/openapi': {
      entry: ['client/{send,upload,with-*}.ts'],
      project: ['**/*.ts'],
      // Programs that the tests here run.
      ignoreDependencies: ['@redocly/cli', '@hey-api/openapi-ts', 'oazapfts', 'openapi-typescript'],
    },
  },
} satisfies KnipConfig;
