import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { FONT_PATH, sendFont } from '../product-font.ts';
import type { Push } from '../push-gateway/answers.ts';
import { appLayout } from './app-layout.ts';
import { phoneKitScript } from './phone-kit-script.ts';
import { shownPush } from './shown-image.ts';

const page: Record<string, { file: string; type: string }> = {
  '/': { file: 'phone.html', type: 'text/html' },
  '/phone.css': { file: 'phone.css', type: 'text/css' },
  '/elements.js': { file: 'elements.js', type: 'text/javascript' },
  '/feed.js': { file: 'feed.js', type: 'text/javascript' },
  '/services.js': { file: 'services.js', type: 'text/javascript' },
  '/phone.js': { file: 'phone.js', type: 'text/javascript' },
};

type PhoneServerOptions = { port: number; appUrl: string; adminUrl: string; testerCode: string; appScheme: string };

/** Open pages by the push token of their phone. Pushes reach them in order, although some wait for an image. */
const listeningPages = (appUrl: string) => {
  const listeners = new Map<string, Set<http.ServerResponse>>();
  let last = Promise.resolve();
  const show = async (push: Push): Promise<void> => {
    const data = JSON.stringify(await shownPush(push, appUrl));
    for (const response of listeners.get(push.address) ?? []) response.write(`data: ${data}\n\n`);
  };
  return {
    listen: (token: string, response: http.ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': connected\n\n');
      const those = listeners.get(token) ?? new Set();
      listeners.set(token, those.add(response));
      response.on('close', () => those.delete(response));
    },
    receive: (push: Push): void => {
      if (listeners.has(push.address)) last = last.then(() => show(push));
    },
  };
};

/** Serves the page with one customer's phone. Forwards its calls to the app API and streams the gateway's pushes to it. */
export const startPhoneServer = async ({ port, appUrl, adminUrl, testerCode, appScheme }: PhoneServerOptions) => {
  const pages = listeningPages(appUrl);

  const forward = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { authorization, 'content-type': type, 'if-none-match': etag } = request.headers;
    const reply = await fetch(`${appUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }), ...(etag && { 'if-none-match': etag }) },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const passedOn = ['content-type', 'etag', 'retry-after'].flatMap((name) => {
      const value = reply.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(reply.status, Object.fromEntries(passedOn));
    response.end(await reply.bytes());
  };

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const file = page[url.pathname];
    const handled = async (): Promise<unknown> => {
      if (file)
        return response
          .writeHead(200, { 'content-type': `${file.type}; charset=utf-8` })
          .end(await readFile(new URL(`page/${file.file}`, import.meta.url)));
      if (url.pathname === FONT_PATH) return sendFont(response);
      if (url.pathname === '/phone-kit.js')
        return response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(await phoneKitScript());
      if (url.pathname === '/pushes') return pages.listen(url.searchParams.get('token') ?? '', response);
      if (url.pathname === '/phone-settings')
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ testerCode, appScheme, adminUrl, ...appLayout }));
      if (/^\/(app|images|files)\//.test(url.pathname)) return forward(request, response);
      return response.writeHead(404).end();
    };
    handled().catch(() => response.headersSent || response.writeHead(502).end());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    receive: pages.receive,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };
};
