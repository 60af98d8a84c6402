import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '../scripts/test/find-browser.ts';

/** Launch options of Chromium for the benchmarks. */
export const browserOptions = (): LaunchOptions => ({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
