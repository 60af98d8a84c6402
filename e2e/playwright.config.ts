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
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offInPlaywright, ...heldReady].join(',')}`,
];
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  // For what hangs; a busy machine must not fail what is only slow.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    // Not Warsaw, on purpose: times are Warsaw's whatever the browser says (NFR-06).
    timezoneId: 'America/New_York',
    locale: 'en-US',
    viewport: { width: 1400, height: 900 },
    // What moves costs time; every-screen.spec.ts looks at motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a quarter of the time of every test; `npm run e2e -- --trace on FILE` has one when it is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    // What nobody can press fails long before the test that waits for it.
    actionTimeout: 120_000,
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
});
