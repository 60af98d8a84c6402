import type { KnipConfig } from 'knip';

/** Nothing dead stays: files that nothing reaches, exports (types as well) that nobody imports, packages without use or without a manifest that names them. */
export default {
  includeEntryExports: true,
  // Entries are what npm runs, a process forks or a browser loads by its path: imports do not lead there.
  workspaces: {
    '.': {
      entry: [
        'fences.ts',
        'scripts/*.mjs',
        'scripts/*/main.ts',
        'scripts/bench/**/bare-server.ts',
        'scripts/font/make.mjs',
        'scripts/{verify,fences/check,docs/{configuration-table,copy-screens},launch/{build,worker,print-token}}.ts',
        'deploy/*.mjs',
      ],
      project: ['*.ts', '{scripts,deploy}/**/*.{ts,mjs}', '!scripts/fences/canary/**'],
      // Run by scripts/verify.ts; installed by whoever makes the font anew.
      ignoreDependencies: ['oxlint', 'subset-font'],
      // Come with Linux; the tests that call them are for Linux alone.
      ignoreBinaries: ['prlimit', 'apt-get', 'openssl'],
    },
    'apps/server': {
      entry: ['src/processes/*.ts', 'src/platform/http/api-page/*.js', 'test/*.mjs'],
      project: ['{src,test}/**/*.{ts,js,mjs}'],
      // What runs the processes.
      ignoreDependencies: ['node'],
    },
    'apps/web': {
      // The first script, which the page names once it is built.
      entry: ['src/app/start.ts'],
      project: ['{src,test}/**/*.{ts,tsx}', '{.,vite}/*.ts'],
    },
    'packages/contract': { project: ['src/**/*.ts'] },
    // Apps import it, which are nowhere here.
    'packages/phone-kit': { project: ['src/**/*.ts'], includeEntryExports: false },
    sandbox: {
      entry: ['src/{main,seed/main}.ts', 'src/phones/page/*.js'],
      project: ['src/**/*.{ts,js}'],
      // Bundled when the phone's page asks for it.
      ignoreUnresolved: ['./phone-kit.js'],
    },
    e2e: { project: ['*.ts'] },
    'scripts/openapi': {
      entry: ['client/{send,upload,with-*}.ts'],
      project: ['**/*.ts'],
      // Programs that the tests here run.
      ignoreDependencies: ['@redocly/cli', '@hey-api/openapi-ts', 'oazapfts', 'openapi-typescript'],
    },
  },
} satisfies KnipConfig;
