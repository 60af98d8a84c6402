import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import type { BrowserHand } from './browser-hand.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { [ELEMENT]: string };

/** A screen in memory: WebKitGTK draws into a window. */
const startScreen = async (path: string): Promise<{ display: string; screen: ChildProcess }> => {
  const screen = spawn(path, ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended (${code})`)));
  });
  return { display: `:${number}`, screen };
};

const PATIENCE_MS = 30_000;

/** WebKitGTK, the engine of Safari, over WebDriver (https://www.w3.org/TR/webdriver2/). */
export const openWebKit = async (paths: { driver: string; browser: string; screen: string }): Promise<BrowserHand> => {
  const { display, screen } = await startScreen(paths.screen);
  const port = await freePort();
  // Without a graphics card and as any user, root included.
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = spawn(paths.driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const end = Date.now() + PATIENCE_MS;
  while (
    !(await send('GET', '/status').then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] } } },
  });
  const of = `/session/${sessionId}`;
  await send('POST', `${of}/window/rect`, { width: 1400, height: 900 });
  const run = <T>(script: string): Promise<T> => send('POST', `${of}/execute/sync`, { script, args: [] });
  const find = async (selector: string): Promise<string> =>
    (await send<Element>('POST', `${of}/element`, { using: 'css selector', value: selector }))[ELEMENT];
  const type = async (selector: string, text: string): Promise<void> =>
    void (await send('POST', `${of}/element/${await find(selector)}/value`, { text }));
  return {
    name: 'WebKitGTK',
    open: async (url) => void (await send('POST', `${of}/url`, { url })),
    read: async <T>(expression: string) => JSON.parse((await run<string>(`return JSON.stringify(${expression} ?? null)`)) ?? 'null') as T,
    click: async (selector) => void (await send('POST', `${of}/element/${await find(selector)}/click`, {})),
    type: async (selector, text) => {
      await run(`document.querySelector(${JSON.stringify(selector)}).select()`);
      await type(selector, text);
    },
    chooseFile: type,
    picture: async () => Buffer.from(await send<string>('GET', `${of}/screenshot`), 'base64'),
    print: async () => null,
    close: async () => {
      await send('DELETE', of).catch(() => {});
      for (const process of [driver, screen]) process.kill();
    },
  };
};
