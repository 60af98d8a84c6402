import type { LaunchOptions } from '@playwright/test';
import { findBrowser } from '../test/find-browser.ts';

/** How a bench starts Chromium. */
export const browserOptions = (): LaunchOptions => ({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
