import { defineConfig } from '@playwright/test';

// Chromium applies only the last list, so this one repeats the features that Playwright 1.65 disables itself.
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
// Pages and renderers that Chromium prepares in advance: a fifth of the suite's processor time, used by no test.
const heldReady = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];
// Debian's Chromium as root needs these; the rest keeps it from calling home.
const args = [
  // A headless browser would fit letters to whole pixels, and texts would have other widths than elsewhere.
  '--font-render-hinting=none',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One renderer for all pages of a browser: starting one and reading compiled scripts again is a quarter of opening a page.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // For pages open for seconds, optimizing compilers cost more than they save: a fifteenth of the time to open one.
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
  // Each worker has a product of its own.
  workers: JSON.parse(process.env['E2E'] ?? '[{}]').length,
  reporter: [['list'], ['json'], ['./longest-waits.ts']],
  use: {
    browserName: 'chromium',
    // Deliberately not Warsaw: pages show Warsaw time in any time zone of the browser (NFR-06).
    timezoneId: 'America/New_York',
    locale: 'en-US',
    viewport: { width: 1400, height: 900 },
    // Animations cost time; every-screen.spec.ts tests them.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a quarter of the time of every test; `npm test -- browser --trace on FILE` has one when it is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: patience.start,
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
});
