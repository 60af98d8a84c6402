import { defineConfig } from '@playwright/test';

// Chromium heeds the last list alone, so these are what Playwright 1.65 switches off itself.
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
// Pages of its own that a window holds ready, and renderers held ready for the next one: a fifth of what the suite computes, seen by no test.
const heldReady = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];
// Debian's Chromium as root needs these; the rest keeps it from calling home.
const args = [
  // Without windows it would fit letters to whole pixels, and texts would be as wide as nowhere else.
  '--font-render-hinting=none',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One renderer for all pages of a browser: a quarter of opening one is starting a process and reading compiled scripts anew.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // What optimizing compilers make of a page that is open for seconds costs more than it saves: a fifteenth of opening one.
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${[...offInPlaywright, ...heldReady].join(',')}`,
];
/** Limits of waiting in ms, from scripts/test/patience.ts; zero waits for ever. */
const patience: { state: number; start: number; test: number } = JSON.parse(process.env['PATIENCE'] ?? '{"state":0,"start":0,"test":0}');
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: '.',
  testIgnore: process.env['NIGHTLY'] ? '**/!(*.nightly).spec.ts' : '**/*.nightly.spec.ts',
  outputDir: process.env['RESULTS_FOLDER'] ?? '../test-results/browser',
  timeout: patience.test,
  expect: { timeout: patience.state, toPass: { timeout: patience.start } },
  forbidOnly: true,
  fullyParallel: false,
  // Each has a product of its own.
  workers: JSON.parse(process.env['E2E'] ?? '[{}]').length,
  reporter: [['list'], ['json'], ['./longest-waits.ts']],
  use: {
    browserName: 'chromium',
    // Not Warsaw, on purpose: times are Warsaw's whatever the browser says (NFR-06).
    timezoneId: 'America/New_York',
    locale: 'en-US',
    viewport: { width: 1400, height: 900 },
    // What moves costs time; every-screen.spec.ts looks at motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a quarter of the time of every test; `npm test -- browser --trace on FILE` has one when it is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: patience.start,
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
});
