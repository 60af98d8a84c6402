import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Directives of Debian 13's own nginx.conf before it includes `conf.d`. Repeating one at the same level makes nginx fail. */
const OF_DEBIAN = `sendfile on; tcp_nopush on; types_hash_max_size 2048; server_tokens off; default_type application/octet-stream;
ssl_protocols TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers off; gzip on;`;

/** Runs nginx with the files of `conf.d`, which Debian's own configuration includes. `change` maps its ports to those of a test. */
export const runNginx = ({ program, folder, change }: { program: string; folder: string; change: (text: string) => string }) => {
  const own = join(folder, 'nginx');
  let child: ChildProcess | undefined;
  const prepare = (): string => {
    mkdirSync(join(own, 'conf.d'), { recursive: true });
    for (const file of globSync(join(folder, 'etc/nginx/conf.d/*.conf')))
      writeFileSync(join(own, 'conf.d', basename(file)), change(readFileSync(file, 'utf8')));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${own}/${name};`).join(' ');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const file = join(own, 'nginx.conf');
    writeFileSync(
      file,
      `${user} daemon off; pid ${own}/pid; error_log stderr; events {} http { ${OF_DEBIAN} access_log off; ${temporary} include ${own}/conf.d/*.conf; }`,
    );
    return file;
  };
  return {
    /** Checks the configuration. Throws with the output of nginx if there are errors or warnings. */
    test: (): void => {
      const { status, stderr } = spawnSync(program, ['-t', '-q', '-p', own, '-c', prepare(), '-e', 'stderr'], { encoding: 'utf8' });
      // A comment in the configuration gives the reason for the deprecated directive.
      const messages = stderr.split('\n').filter((line) => line !== '' && !line.includes('"listen ... http2" directive is deprecated'));
      if (status !== 0 || messages.length > 0) throw new Error(stderr);
    },
    reload: (): void => {
      const file = prepare();
      if (child) child.kill('SIGHUP');
      else child = spawn(program, ['-p', own, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
    },
    stop: async (): Promise<void> => {
      if (!child || child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};
