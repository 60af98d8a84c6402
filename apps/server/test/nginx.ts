import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/platform/free-port.ts';

const example = (name: string): string => readFileSync(join(import.meta.dirname, '../../../deploy/nginx', name), 'utf8');
const UPSTREAM = /(upstream endcap_(app|admin) \{)((?:\s*server [^;]*;)+)/g;
const HOW = /server [\d.:]+([^;]*);/;
const TRIES = 100;

/** The upstreams as deploy/nginx has them, of other nodes. */
const withNodes = (nodes: Record<string, number[]>): string =>
  example('endcap-nodes.conf').replace(UPSTREAM, (_, head: string, api: string, servers: string) =>
    [head, ...(nodes[api] ?? []).map((port) => `server 127.0.0.1:${port}${HOW.exec(servers)?.[1] ?? ''};`)].join(' '),
  );

type Ports = Record<'app' | 'admin' | 'plain' | 'unnamed', number>;
/**
 * The servers as deploy/nginx has them, without TLS, which is tried with the documents. `plain` stands for port 80. Of port 443 each API has a port of its own, at which
 * it is called by address, and `unnamed` is the server for other names.
 */
const withoutTls = ({ app, admin, plain, unnamed }: Ports): string =>
  example('endcap.conf')
    .replaceAll(/\n *(?:listen \[::\]|ssl_certificate)[^;]*;/g, '')
    .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${plain}`)
    .replaceAll(/listen 443 ssl http2 default_server;/g, `listen 127.0.0.1:${unnamed};`)
    .replaceAll(/listen 443 ssl http2;\n *server_name app\.example;/g, `listen 127.0.0.1:${app};`)
    .replaceAll(/listen 443 ssl http2;\n *server_name back-office\.example;/g, `listen 127.0.0.1:${admin};`);

/** nginx as deploy/nginx has it, in front of the given ports of this machine; `change` makes of that text what a test needs. */
export const startNginx = async (
  program: string,
  {
    folder,
    nodes,
    change = (text) => text,
  }: { folder: string; nodes: { app: number[]; admin: number[] }; change?: (text: string) => string },
) => {
  const ports = { app: await freePort(), admin: await freePort(), plain: await freePort(), unnamed: await freePort() };
  mkdirSync(folder, { recursive: true });
  const text = `${withNodes(nodes)}\n${withoutTls(ports)}`.replace('/var/cache/nginx/endcap', `${folder}/cache`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  let configuration = 0;
  /** `out`: ports of nodes that get no calls. */
  const configure = (out: readonly number[]): void => {
    configuration += 1;
    const nodes = change(text).replaceAll(/server 127\.0\.0\.1:(\d+)/g, (node, port: string) =>
      out.includes(Number(port)) ? `${node} down` : node,
    );
    const http = `access_log off; add_header x-configuration ${configuration} always; ${temporary} ${nodes}`;
    writeFileSync(`${folder}/nginx.conf`, `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }`);
  };
  configure([]);
  const child = spawn(program, ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const [app, admin] = [`http://127.0.0.1:${ports.app}`, `http://127.0.0.1:${ports.admin}`];
  for (let tries = 0; ; tries += 1) {
    if ((await fetch(`${app}/healthz`).catch(() => null))?.status === 200) break;
    if (tries === TRIES) throw new Error(`nginx does not start: ${lines.join('')}`);
    await sleep(100);
  }
  return {
    app,
    admin,
    plain: `http://127.0.0.1:${ports.plain}`,
    unnamed: `http://127.0.0.1:${ports.unnamed}`,
    /** Marks nodes as down, so that they get no new calls, and all others as up. Resolves once nginx uses the new configuration. */
    passOver: async (ports: readonly number[]): Promise<void> => {
      configure(ports);
      child.kill('SIGHUP');
      // nginx may close a kept-alive connection during the reload, so a failed request is repeated.
      const read = async (): Promise<string | undefined> =>
        (await fetch(`${app}/healthz`).catch(() => null))?.headers.get('x-configuration') ?? undefined;
      while ((await read()) !== String(configuration)) await sleep(20);
    },
    stop: () => void child.kill('SIGQUIT'),
  };
};
