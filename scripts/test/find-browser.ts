import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const installed = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const onPath = (): string | undefined => {
  const found = spawnSync('sh', ['-c', installed.map((name) => `command -v ${name}`).join(' || ')], { encoding: 'utf8' }).stdout.trim();
  return found === '' ? undefined : found;
};

const run = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/** Path of a Chromium: an installed one, else Playwright's own, else the system's package. Throws one sentence when none can be had. */
export const findBrowser = (): string => {
  const known = process.env['CHROMIUM_PATH'] ?? onPath() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (known) return known;
  console.log('No Chromium is installed: fetching one for the browser tests …');
  if (run('node_modules/.bin/playwright', ['install', '--with-deps', 'chromium']) && existsSync(chromium.executablePath()))
    return chromium.executablePath();
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]): boolean => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest);
  };
  if (apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium')) {
    const path = onPath();
    if (path) return path;
  }
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
};
