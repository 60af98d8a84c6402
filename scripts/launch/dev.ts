// The parts of `npm run dev` that `npm start` lacks: the page from its sources, and restarts when sources change.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createLogger, createServer, type ViteDevServer } from 'vite';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import type { Supervised } from './supervise.ts';

const PAGE = 'apps/web/index.html';
const MIGRATIONS = 'apps/server/migrations';
const SERVER = ['apps/server/src', 'packages/contract/src', MIGRATIONS];
const SANDBOX = ['sandbox/src', 'packages/contract/src'];
/** Debounce, milliseconds: editors write several files at once. */
const TOGETHER_MS = 50;
/** Paths that Vite serves itself: modules, and its own scripts. */
const MODULES = /^\/(src\/|@|node_modules\/)/;

/** Writes the folder from which the staff API serves the page. It has only the HTML, since the scripts come from Vite. */
export const writeDevPage = (folder: string): string => {
  const page = `${folder}/dev-page`;
  mkdirSync(`${page}/assets`, { recursive: true });
  copyFileSync(PAGE, `${page}/index.html`);
  return page;
};

const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.startsWith('text/html') === true;

/**
 * Answers navigation requests with the page of the staff API, which writes its settings into it (WebConfig). Drops the API's headers, since
 * they allow only built scripts.
 */
const answerNavigation = async (vite: ViteDevServer, apiUrl: string, request: IncomingMessage, reply: ServerResponse): Promise<void> => {
  const path = request.url ?? '/';
  const answer = await fetch(new URL(path, apiUrl), { headers: { accept: 'text/html' } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  reply.statusCode = answer.status;
  reply.setHeader('content-type', answer.headers.get('content-type') ?? 'text/plain');
  reply.end(bytes.includes('/src/app/main.tsx') ? await vite.transformIndexHtml(path, bytes.toString()) : bytes);
};

/** Answers with a page that shows the problem and reloads once the processes answer again. */
const answerWithProblem = async (vite: ViteDevServer, { message }: Error, reply: ServerResponse): Promise<void> => {
  reply.statusCode = 502;
  reply.setHeader('content-type', 'text/html; charset=utf-8');
  const text = `The staff API does not answer (${message}). The terminal of npm run dev says why; this page is loaded again when it does.`;
  reply.end(await vite.transformIndexHtml('/', `<!doctype html><title>Endcap</title><p>${text.replaceAll('<', '&lt;')}</p>`));
};

/** Vite's log without the stacks of calls that failed while an API restarted. */
const logger = createLogger('warn');
const { error } = logger;
logger.error = (message, options) => {
  if (!message.includes('http proxy error')) error(message, options);
};

/** Serves the page from its sources with hot reload. Other requests wait for a restart and go to the staff API. */
const servePage = async (port: number, apiUrl: string, untilRestarted: () => Promise<void>): Promise<ViteDevServer> => {
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
      proxy: {
        [`^(?!${MODULES.source.slice(1)})`]: { target: apiUrl, bypass: (request) => (isNavigation(request) ? request.url : undefined) },
      },
      warmup: { clientFiles: ['src/app/main.tsx'] },
    },
    plugins: [
      {
        name: 'endcap:wait-for-restarts',
        configureServer: ({ middlewares }) => {
          middlewares.use(async (request, _, next) => {
            if (!MODULES.test(request.url ?? '')) await untilRestarted();
            next();
          });
        },
      },
    ],
  });
  vite.middlewares.use((request, reply) => {
    answerNavigation(vite, apiUrl, request, reply).catch((error: Error) => answerWithProblem(vite, error, reply));
  });
  await vite.listen();
  return vite;
};

/** Returns a function that runs new migrations. It reports those whose file was changed after they ran, since they do not run again. */
const migrationsRun = () => {
  const ran = new Map<string, string>();
  const texts = (): [string, string][] =>
    globSync(`${MIGRATIONS}/*.sql`).map((file) => [basename(file, '.sql'), readFileSync(file, 'utf8')]);
  for (const [name, text] of texts()) ran.set(name, text);
  return async (directUrl: string, say: (line: string) => void): Promise<void> => {
    const found = texts();
    for (const [name, text] of found)
      if (text !== (ran.get(name) ?? text))
        say(`${name} ran before it was changed, and does not run again: stop, delete .data and start again, or write another file`);
    for (const name of await migrate(directUrl)) say(`ran ${name}`);
    for (const [name, text] of found) if (!ran.has(name)) ran.set(name, text);
  };
};

/** Returns whether a migration is still empty. Editors create a file before they write it, and a migration runs only once. */
const isUnwritten = (file: string): boolean => file.endsWith('.sql') && existsSync(file) && readFileSync(file, 'utf8').trim() === '';

type Served = {
  port: number;
  apiUrl: string;
  server: readonly Supervised[];
  sandbox: Supervised;
  directUrl: string;
  folder: string;
  say: (line: string) => void;
};

/** Serves the page from its sources, and restarts processes whose sources change. New migrations run before the restart. */
export const serveSources = async ({ port, apiUrl, server, sandbox, directUrl, folder, say }: Served): Promise<ViteDevServer> => {
  const changed = new Set<string>();
  let running = Promise.resolve();
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  const runMigrations = migrationsRun();
  const isIn = (folders: readonly string[]): boolean => [...changed].some((file) => folders.some((one) => file.includes(`${one}/`)));
  const restart = async (): Promise<void> => {
    const startedAt = performance.now();
    const [isServers, isSandboxs, isSchemas] = [isIn([...SERVER, PAGE]), isIn(SANDBOX), isIn([MIGRATIONS])];
    const files = [...changed].map((file) => file.replace(`${process.cwd()}/`, '')).join(', ');
    changed.clear();
    writeDevPage(folder);
    if (isSchemas) await runMigrations(directUrl, say);
    const ended = await Promise.allSettled(
      [...(isServers ? server : []), ...(isSandboxs ? [sandbox] : [])].map((service) => service.restart()),
    );
    const problems = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
    if (problems.length > 0) throw new Error(problems.join('\n  '));
    say(`${files}: answers again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  /** Waits until no restart is running or pending. Files that change during a restart trigger another one. */
  const untilRestarted = async (): Promise<void> => {
    for (let last; last !== running || changed.size > 0;) {
      last = running;
      await Promise.all([last, changed.size > 0 && new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))]);
    }
  };
  const vite = await servePage(port, apiUrl, untilRestarted);
  const restartAndSay = async (): Promise<void> => {
    if (changed.size === 0) return;
    try {
      await restart();
      if (hasFailed) vite.ws.send({ type: 'full-reload' });
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      say((error as Error).message);
    }
  };
  vite.watcher.add([...SERVER, ...SANDBOX].map((path) => `${process.cwd()}/${path}`));
  vite.watcher.on('all', (_, file) => {
    if (![...SERVER, ...SANDBOX, PAGE].some((path) => file.includes(path)) || /\.test\.tsx?$|SHA256SUMS$/.test(file)) return;
    if (isUnwritten(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(restartAndSay)), TOGETHER_MS);
  });
  return vite;
};
