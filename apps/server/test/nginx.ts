import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from './port-of.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });

const NODE = / *server 127\.0\.0\.1:(\d+)([^;]*);/g;
const TRIES = 100;

/** nginx as docs/nginx.conf has it, in front of the given ports of this machine; `change` makes of that text what a test needs. */
export const startNginx = async (
  program: string,
  {
    folder,
    nodes,
    change = (text) => text,
  }: { folder: string; nodes: { app: number[]; admin: number[] }; change?: (text: string) => string },
) => {
  const ports = { app: await freePort(), admin: await freePort() };
  mkdirSync(folder, { recursive: true });
  const example = readFileSync(join(import.meta.dirname, '../../../docs/nginx.conf'), 'utf8')
    .replace(NODE, (_, port: string, how: string) =>
      (port === '3001' ? nodes.app : nodes.admin).map((own) => ` server 127.0.0.1:${own}${how};`).join(''),
    )
    .replace('/var/cache/nginx/endcap', `${folder}/cache`)
    .replace('listen 8081', `listen 127.0.0.1:${ports.app}`)
    .replace('listen 8080', `listen 127.0.0.1:${ports.admin}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    `${folder}/nginx.conf`,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary} ${change(example)} }`,
  );
  const child = spawn(program, ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const [app, admin] = [`http://127.0.0.1:${ports.app}`, `http://127.0.0.1:${ports.admin}`];
  for (let tries = 0; ; tries += 1) {
    if ((await fetch(`${app}/healthz`).catch(() => null))?.status === 200) break;
    if (tries === TRIES) throw new Error(`nginx does not start: ${said.join('')}`);
    await sleep(100);
  }
  return { app, admin, stop: () => void child.kill('SIGQUIT') };
};
