import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackage, onPath, run } from './system-package.ts';

// The headless shell comes first, since it uses less CPU than a full browser.
const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Returns the path of Chromium: an installed one, else Playwright's own, else the system's package. Throws a sentence if none is installed. */
export const findBrowser = (): string => {
  const configured =
    process.env['CHROMIUM_PATH'] ?? onPath(installed) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (configured) return configured;
  console.log('No Chromium is installed: fetching one for the browser tests …');
  if (run('node_modules/.bin/playwright', ['install', '--with-deps', 'chromium']) && existsSync(chromium.executablePath()))
    return chromium.executablePath();
  const packaged = (installPackage('chromium-headless-shell') || installPackage('chromium')) && onPath(installed);
  if (packaged) return packaged;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
};
