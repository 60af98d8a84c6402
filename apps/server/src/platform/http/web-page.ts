import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WEB_CONFIG_ELEMENT, type WebConfig } from '@endcap/contract/session';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantsPage } from './html.ts';
import type { PageReply } from './unknown-paths.ts';

/** Returns JSON that cannot close its HTML element. */
const inert = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

// Paths of APIs, files and probes never return the page.
const PROGRAM_PATH =
  /^\/+(api|app|session|assets|files|images|metrics|livez|healthz?|ready|readyz|alive|version|status|ping|actuator|server-status)(\/|$)/i;
// Paths as the page itself builds them. Here, clients that accept anything get the page, too.
const PLAIN_PATH = /^\/[\w/-]*$/;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
const takesAnything = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '*/*').includes('*/*');
const isForPage = (request: FastifyRequest, path: string): boolean =>
  ['GET', 'HEAD'].includes(request.method) &&
  !PROGRAM_PATH.test(decoded(path)) &&
  (wantsPage(request) || (PLAIN_PATH.test(path) && takesAnything(request)));

// Caches the page for a minute, so that a return to it waits for data only. A reload revalidates it, with its scripts in the cache
// (decision 0054).
const PAGE_FOR_A_MINUTE = 'private, max-age=60';
/** Headers that protect a script, a style or a font. The others apply to documents only, and are together as long as a small file. */
const ASSET_HEADERS = new Set(['cache-control', 'cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options']);
const onlyAssetHeaders = (reply: FastifyReply): void => {
  for (const name of Object.keys(reply.getHeaders())) if (!ASSET_HEADERS.has(name)) reply.removeHeader(name);
};

export type WebPage = {
  /** Answers every path that a person may open with the page, however it is spelt (NAV-29, D-51). */
  reply: PageReply;
  addAssets: (app: FastifyInstance) => Promise<void>;
};

/**
 * The built web page: `index.html` with its configuration, and its assets, which clients may cache forever because their names contain a
 * hash. Only existing files have a route, so that no spelling of a path reaches another file (D-15). Null without a built page. `config`
 * never fails.
 */
export const openWebPage = async ({ folder, config }: { folder: string; config: () => Promise<WebConfig> }): Promise<WebPage | null> => {
  const root = resolve(folder);
  const source = await readFile(join(root, 'index.html'), 'utf8').catch(() => null);
  if (source === null) return null;
  const [before = '', ...rest] = source.split('</head>');
  const after = `</script></head>${rest.join('</head>')}`;
  const page = async (): Promise<string> =>
    `${before}<script type="application/json" id="${WEB_CONFIG_ELEMENT}">${inert(await config())}${after}`;
  return {
    reply: (request, reply, path) => {
      if (!isForPage(request, path)) return null;
      // Clients that do not accept HTML get a 404 at some of these addresses.
      reply.header('cache-control', PAGE_FOR_A_MINUTE).header('vary', 'accept');
      void page().then((html) => reply.type('text/html; charset=utf-8').send(html));
      return reply;
    },
    addAssets: async (app) => {
      await app.register(async (assets) => {
        assets.addHook('onRequest', (request, reply, done) => {
          // A picture can be opened as a document.
          if (!request.url.includes('.svg')) onlyAssetHeaders(reply);
          done();
        });
        await assets.register(fastifyStatic, {
          root: join(root, 'assets'),
          prefix: '/assets/',
          wildcard: false,
          immutable: true,
          maxAge: '1y',
          preCompressed: true,
          index: false,
        });
      });
    },
  };
};
