// The parts of `npm run dev` that `npm start` lacks: the page from its sources, and restarts when sources change.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { copyFileSync, mkdirSync } from 'node:fs';
import { createLogger, createServer, type ViteDevServer } from 'vite';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import type { Supervised } from './supervise.ts';

const PAGE = 'apps/web/index.html';
const MIGRATIONS = 'apps/server/migrations';
const SERVER = ['apps/server/src', 'packages/contract/src', MIGRATIONS];
const SANDBOX = ['sandbox/src', 'packages/contract/src'];
/** An editor writes several files at once. */
const TOGETHER_MS = 50;

/** The folder that the staff API takes the page from: only its HTML, since the scripts come from Vite. */
export const writeDevPage = (folder: string): string => {
  const page = `${folder}/dev-page`;
  mkdirSync(`${page}/assets`, { recursive: true });
  copyFileSync(PAGE, `${page}/index.html`);
  return page;
};

/** The staff API writes its settings into the page (WebConfig); its headers, which allow built scripts alone, stay behind. */
const answerWithPage = async (vite: ViteDevServer, apiUrl: string, request: IncomingMessage, reply: ServerResponse): Promise<void> => {
  const path = request.url ?? '/';
  const answer = await fetch(new URL(path, apiUrl), { headers: { accept: request.headers.accept ?? '*/*' } });
  const type = answer.headers.get('content-type') ?? 'text/plain';
  const text = await answer.text();
  reply.statusCode = answer.status;
  reply.setHeader('content-type', type);
  reply.end(type.startsWith('text/html') ? await vite.transformIndexHtml(path, text) : text);
};

/** Vite's log without the stacks of calls that failed while an API restarted. */
const logger = createLogger('warn');
const { error } = logger;
logger.error = (message, options) => {
  if (!message.includes('http proxy error')) error(message, options);
};

/** Serves the page from its sources with hot reload, and proxies other paths to the staff API. */
export const serveDevPage = async (port: number, apiUrl: string): Promise<ViteDevServer> => {
  const vite = await createServer({
    root: 'apps/web',
    configFile: 'apps/web/vite.config.ts',
    appType: 'custom',
    clearScreen: false,
    customLogger: logger,
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { '^/(api|files|images|assets|healthz|readyz|openapi\\.json|api-docs)': apiUrl },
      warmup: { clientFiles: ['src/app/main.tsx'] },
    },
  });
  vite.middlewares.use((request, reply) => {
    answerWithPage(vite, apiUrl, request, reply).catch((error: Error) => {
      reply.statusCode = 502;
      reply.end(`The staff API does not answer: ${error.message}\n`);
    });
  });
  await vite.listen();
  return vite;
};

type Watched = { server: readonly Supervised[]; sandbox: Supervised; directUrl: string; folder: string; say: (line: string) => void };

/** Restarts the processes whose sources changed. A changed or added migration runs first. */
export const restartOnChange = ({ watcher }: ViteDevServer, { server, sandbox, directUrl, folder, say }: Watched): void => {
  const changed = new Set<string>();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const isIn = (folders: readonly string[]): boolean => [...changed].some((file) => folders.some((one) => file.includes(`${one}/`)));
  const startAgain = async (): Promise<void> => {
    const startedAt = performance.now();
    const [isServers, isSandboxs, isSchemas] = [isIn([...SERVER, PAGE]), isIn(SANDBOX), isIn([MIGRATIONS])];
    const files = [...changed].map((file) => file.replace(`${process.cwd()}/`, '')).join(', ');
    changed.clear();
    writeDevPage(folder);
    if (isSchemas) await migrate(directUrl);
    const ended = await Promise.allSettled(
      [...(isServers ? server : []), ...(isSandboxs ? [sandbox] : [])].map((service) => service.restart()),
    );
    const problems = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
    if (problems.length > 0) throw new Error(problems.join('\n  '));
    say(`${files}: answers again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  watcher.add([...SERVER, ...SANDBOX].map((path) => `${process.cwd()}/${path}`));
  watcher.on('all', (_, file) => {
    if (![...SERVER, ...SANDBOX, PAGE].some((path) => file.includes(path)) || /\.test\.tsx?$/.test(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Files that change during a restart start another one after it.
      running = running.then(() => (changed.size > 0 ? startAgain() : undefined)).catch((error: Error) => say(error.message));
    }, TOGETHER_MS);
  });
};
