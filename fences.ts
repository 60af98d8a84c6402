// Allowed dependencies between modules. `node scripts/run.mjs scripts/fences/check.ts` fails on any import not allowed here, and on a fence
// that misses its planted violation in `scripts/fences/canary`.
// Patterns are matched against paths from the repository's root; packages are `npm:NAME`. `$1` in `except` is the first group of `from`.
export type Fence = { name: string; why: string; from: string; to: string; except?: string; types?: boolean };

const featureOf = (side: 'server' | 'web') => `^apps/${side}/src/features/([^/]+)/`;

export const fences: readonly Fence[] = [
  {
    name: 'contract-knows-nobody',
    why: 'it runs in browsers, servers, simulators and tests',
    from: '^packages/contract/(?!.*\\.test\\.ts$)',
    to: '',
    except: '^packages/contract/|^npm:(zod|semver|temporal-polyfill)$',
  },
  {
    name: 'phone-kit-knows-the-contract-alone',
    why: 'it runs in React Native and in browsers, and apps carry every byte of it',
    from: '^packages/phone-kit/(?!.*\\.test\\.ts$)',
    to: '',
    except: '^packages/(phone-kit/|contract/src/[^/]+/index\\.ts$)',
  },
  {
    name: 'apps-are-strangers',
    why: 'they meet only in the contract',
    from: '^(apps/[^/]+|sandbox|e2e)/',
    to: '^(apps/[^/]+|sandbox|e2e|scripts)/',
    except: '^$1/',
  },
  {
    name: 'server-features-meet-at-index',
    why: 'a feature shows its face, not its insides',
    from: featureOf('server'),
    to: featureOf('server'),
    // Table types are not internal: `tables.ts` joins them, and other features name columns that entities share.
    except: '^apps/server/src/features/($1/|[^/]+/(index|plugin|[^/]+\\.tables)\\.ts$)',
  },
  {
    name: 'web-features-meet-at-index',
    why: 'a feature shows its face, not its insides',
    from: featureOf('web'),
    to: featureOf('web'),
    except: '^apps/web/src/features/($1/|[^/]+/index\\.ts$)',
  },
  {
    name: 'sql-lives-in-repositories',
    why: 'one kind of file speaks to PostgreSQL',
    from: `${featureOf('server')}(?!.*(\\.repository|\\.test)\\.ts$)`,
    to: '^apps/server/src/platform/db/|^npm:kysely$',
    except: '/(transaction|database-now)\\.ts$',
    types: false,
  },
  {
    name: 'platform-has-no-groceries',
    why: 'mechanism does not know what it carries',
    from: '^apps/server/src/platform/',
    to: '^apps/server/src/(features|processes|callers|compose-[a-z-]+|ready-parts|open-page|system-routes|staff-routes|app-routes|context|config|tables)',
  },
  {
    name: 'only-processes-start-things',
    why: 'wiring points inwards',
    from: '^apps/server/src/features/(?!.*\\.test\\.ts$)',
    to: '^apps/server/src/(processes|compose-[a-z-]+|ready-parts|open-page|system-routes|staff-routes|app-routes|context|config)',
  },
  {
    name: 'processes-use-faces',
    why: 'who composes knows no more of a feature than its face for the APIs or the one for the worker',
    from: '^apps/server/src/(processes/|[^/]+$)',
    to: '^apps/server/src/features/',
    except: '/(index|worker|[^/]+\\.tables)\\.ts$',
  },
  {
    name: 'shared-web-knows-no-feature',
    why: 'ui, lib, form and frames are below features',
    from: '^apps/web/src/(ui|lib|form|frames)/',
    to: '^apps/web/src/((features|app)/|plugins\\.ts$)',
  },
  {
    name: 'server-plugins-come-by-their-list',
    why: 'a host that names a plugin has to change when the plugin goes',
    from: '^apps/server/src/(?!features/plugins/)',
    to: '^apps/server/src/features/[^/]+/plugin\\.ts$',
  },
  {
    name: 'web-plugins-come-by-their-list',
    why: 'a screen that names a plugin has to change when the plugin goes',
    from: '^apps/web/src/(?!plugins\\.ts$)',
    to: '^apps/web/src/features/[^/]+/plugin\\.tsx$',
  },
  {
    name: 'web-lib-is-the-ground',
    why: 'lib < ui, form < frames: what has no face knows none',
    from: '^apps/web/src/lib/',
    to: '^apps/web/src/(ui|form|frames)/',
  },
  {
    name: 'web-ui-is-below-frames',
    why: 'lib < ui, form < frames: a control knows no form and no page that it stands on',
    from: '^apps/web/src/ui/',
    to: '^apps/web/src/(form|frames)/',
  },
  {
    name: 'web-form-is-below-frames',
    why: 'lib < ui, form < frames: a form knows neither its controls nor its page',
    from: '^apps/web/src/form/',
    to: '^apps/web/src/(ui|frames)/',
  },
  {
    name: 'features-do-not-know-the-shell',
    why: 'the router knows the pages, not the reverse',
    from: '^apps/web/src/features/',
    to: '^apps/web/src/app/',
  },
  {
    name: 'production-knows-no-sandbox',
    why: 'stand-ins stay with the launcher and the tests',
    from: '^(apps|packages)/',
    to: '^(sandbox|scripts)/',
  },
  {
    name: 'scripts-use-faces',
    why: 'what npm runs starts the parts, and knows no more of them than their faces',
    from: '^scripts/',
    to: '^(apps|packages|sandbox|e2e)/',
    except: `^(${[
      'packages/contract/src/[^/]+/index\\.ts',
      'packages/phone-kit/src/index\\.ts',
      'apps/server/src/(config|context|certificates|open-files|open-push|start-checks|configuration-error)\\.ts',
      'apps/server/src/features/[^/]+/(index|worker)\\.ts',
      // Platform code is open to scripts: they connect, migrate and log in the same way as the server.
      'apps/server/src/platform/.+',
      // Test environments for the suites and the fuzzer that run from here.
      'apps/server/test/.+',
      'sandbox/src/[^/]+/index\\.ts',
      // Loads the vendor's SDK: a face would bring it along wherever the sandbox is seeded.
      'sandbox/src/push-gateway/firebase-admin-at\\.ts',
    ].join('|')})$`,
  },
];
