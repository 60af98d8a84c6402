import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserHand } from './browser-hand.ts';

type Reply = { id?: number; result?: unknown; error?: string; message?: string };

/** A connection that speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
const connect = async (url: string) => {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`No answer from ${url}`)), { once: true });
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  const ask = async <T>(method: string, params: object): Promise<T> => {
    const id = (last += 1);
    const { promise, resolve } = Promise.withResolvers<Reply>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await promise;
    waiting.delete(id);
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error}: ${reply.message}`);
    return reply.result as T;
  };
  return { ask, close: () => socket.close() };
};

/** The address that Firefox prints once it listens. */
const addressOf = (firefox: ReturnType<typeof spawn>): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    firefox.stderr?.on('data', (text: Buffer) => {
      output += text;
      const [address] = /ws:\/\/[\d.]+:\d+/.exec(output) ?? [];
      if (address) resolve(address);
    });
    firefox.once('exit', (code) => reject(new Error(`Firefox ended (${code}):\n${output}`)));
  });

/** Firefox without a window, over WebDriver BiDi, which it speaks itself. */
export const openFirefox = async (path: string): Promise<BrowserHand> => {
  const profile = mkdtempSync(join(tmpdir(), 'endcap-firefox-'));
  const firefox = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const { ask, close } = await connect(`${await addressOf(firefox)}/session`);
  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';
  await ask('browsingContext.setViewport', { context, viewport: { width: 1400, height: 900 } });
  const evaluate = async (expression: string): Promise<{ value?: string; sharedId?: string }> => {
    const answer = await ask<{ type: string; result: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      { expression, target: { context }, awaitPromise: true },
    );
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  };
  const find = (selector: string) =>
    evaluate(`(() => {
    const one = document.querySelector(${JSON.stringify(selector)});
    if (one) one.scrollIntoView({ block: 'center', behavior: 'instant' });
    return one;
  })()`);
  const act = (actions: object[]) => ask('input.performActions', { context, actions });
  const click = async (selector: string): Promise<void> => {
    const { sharedId } = await find(selector);
    const origin = { type: 'element', element: { sharedId } };
    await act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  };
  const strike = (keys: string): object[] =>
    [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
  return {
    name: 'Firefox',
    open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: async <T>(expression: string) => {
      const { value } = await evaluate(`Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`);
      return JSON.parse(value ?? 'null') as T;
    },
    click,
    type: async (selector, text) => {
      await click(selector);
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
      await act([{ type: 'key', id: 'keys', actions: strike(text) }]);
    },
    chooseFile: async (selector, file) => {
      const { sharedId } = await find(selector);
      await ask('input.setFiles', { context, element: { sharedId }, files: [file] });
    },
    picture: async () => Buffer.from((await ask<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
    print: async () => Buffer.from((await ask<{ data: string }>('browsingContext.print', { context })).data, 'base64'),
    close: async () => {
      const gone = new Promise((resolve) => firefox.once('exit', resolve));
      await ask('browser.close', {}).catch(() => firefox.kill());
      close();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
