// The browsers of other makers, in one short script: Firefox, and WebKitGTK for the engine of Safari.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProduct } from '../test/running-product.ts';
import { findProgram } from '../test/system-package.ts';
import { type BrowserHand, fill, press, until } from './browser-hand.ts';
import { openFirefox } from './firefox-hand.ts';
import { openWebKit } from './webkit-hand.ts';

const product = await startProduct({ env: { ENDCAP_SEED_DEVICES: '500' } });
const folder = mkdtempSync(join(tmpdir(), 'endcap-browsers-'));
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const needs = { needs: 'The nightly tests', reason: 'the run in other browsers' };
const firefox = (): Promise<BrowserHand> =>
  openFirefox(findProgram({ command: 'firefox-esr', name: 'Firefox', variable: 'FIREFOX_PATH', debian: 'firefox-esr', ...needs }));
const webKit = (): Promise<BrowserHand> => {
  const screen = findProgram({ command: 'Xvfb', name: 'Xvfb', variable: 'XVFB_PATH', debian: 'xvfb', ...needs });
  const driver = findProgram({
    command: 'WebKitWebDriver',
    name: 'WebKitGTK',
    variable: 'WEBKIT_DRIVER_PATH',
    debian: 'webkit2gtk-driver',
    ...needs,
  });
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (!browser) throw new Error('WebKitGTK comes without its MiniBrowser.');
  return openWebKit({ driver, browser, screen });
};

const at = (path: string): string => `${product.adminUrl}/${path}`;
const text = 'document.body.innerText';
const signIn = async (hand: BrowserHand): Promise<void> => {
  await hand.open(at('login'));
  await hand.read(`localStorage.setItem('endcap.language', '"en"')`);
  await hand.open(at('login'));
  await press(hand, 'Log In');
  await until(hand, `document.querySelector('button[value=admin]')`);
  await hand.click('button[value=admin]');
  await until(hand, `location.pathname === '/notification' && document.querySelector('h1')?.innerText === 'Notifications'`);
};

const lists = async (hand: BrowserHand): Promise<void> => {
  for (const path of ['notification', 'content', 'store', 'popup']) {
    await hand.open(at(path));
    await until(hand, `document.querySelectorAll('main tbody tr, main [role=row]').length > 1`, `rows of ${path}`);
  }
};

const sendForm = async (hand: BrowserHand): Promise<void> => {
  await hand.open(at('notification/new'));
  await fill(hand, 'Title', 'Masło 4,99');
  await until(hand, `document.querySelector('[data-system]')?.innerText.includes('Masło 4,99')`, 'the text on the phone');
  const painted = `getComputedStyle(document.querySelector('[data-system] > *')).backgroundImage`;
  expect(await hand.read(painted)).toMatch(/gradient/);
};

const editorWithUpload = async (hand: BrowserHand): Promise<void> => {
  const image = join(folder, `${hand.name}.png`);
  // Any picture will do: that of the page itself.
  writeFileSync(image, await hand.picture());
  await hand.open(at('content/new?type=leaflet'));
  const name = `Gazetka ${hand.name}`;
  await fill(hand, 'Name', name);
  await fill(hand, 'Title', name);
  await hand.chooseFile('input[type=file][accept*=image]', image);
  await until(hand, `document.querySelector('main img[alt]')?.naturalWidth > 0`, 'the uploaded image');
  await until(hand, `document.querySelectorAll('[role=progressbar]').length === 0`);
  expect(await hand.read(`document.querySelector('h1').innerText`)).toBe(name);
};

const dayAndPreview = async (hand: BrowserHand): Promise<void> => {
  await hand.open(at('preview'));
  await until(hand, `document.querySelector('[data-system]')`, 'the phone of the preview');
  await hand.open(at('day-sheet'));
  await until(hand, `document.querySelector('main h1')`, 'the day sheet');
  const printed = await hand.print();
  if (printed !== null) expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
};

test.each([
  ['Firefox', firefox],
  ['WebKitGTK', webKit],
] as const)('%s signs in, lists, composes a push, uploads into an editor, previews and prints', { tags: ['E-51'] }, async (_, open) => {
  const hand = await open();
  try {
    for (const part of [signIn, lists, sendForm, editorWithUpload, dayAndPreview]) {
      await part(hand);
      expect(await hand.read(text)).not.toMatch(/Something went wrong|Coś poszło nie tak/);
    }
  } finally {
    await hand.close();
  }
});
