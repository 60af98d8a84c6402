import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WEB_CONFIG_ELEMENT, type WebConfig } from '@endcap/contract/session';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { PageReply } from './unknown-paths.ts';

/** JSON that cannot close the element it stands in. */
const inert = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

// What only programs ask for is never answered with a page.
const PROGRAM_PATH = /^\/(api|app|session|assets|files|images)(\/|$)/;

/**
 * Serves the built web page: assets for ever (their names change with their bytes), and `index.html` with its
 * configuration for every path that a person may open. Without a built page there is none.
 */
export const addWebPage = async (app: FastifyInstance, { folder, config }: { folder: string; config: WebConfig }): Promise<PageReply> => {
  const root = resolve(folder);
  const source = await readFile(join(root, 'index.html'), 'utf8').catch(() => null);
  if (source === null) return () => null;
  const html = source.replace('</head>', `<script type="application/json" id="${WEB_CONFIG_ELEMENT}">${inert(config)}</script></head>`);
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
  });
  return (request, reply, path) => {
    const wantsPage =
      request.method === 'GET' &&
      /^\/[\w/-]*$/.test(path) &&
      !PROGRAM_PATH.test(path) &&
      /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
    return wantsPage ? reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html) : null;
  };
};
