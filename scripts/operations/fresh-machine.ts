import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { withoutSettings } from '../launch/own-environment.ts';

/** Folders that the documents install to. On a test machine each is inside the folder of the test. */
const PLACES =
  /(?<![\w.])\/(opt\/endcap|etc\/endcap|etc\/systemd\/system|etc\/nginx|etc\/letsencrypt|etc\/prometheus|var\/lib\/endcap|var\/backups\/endcap|var\/cache\/nginx|var\/www)(?![\w-])/g;
const ABSOLUTE = /(?<![\w.:/$})*-])\/[a-z][\w/.-]*/g;

type Ours = {
  callBack: string;
  node: string;
  psql: string;
  git: string;
  checkout: string;
  folder: string;
  first: string;
  promtool: string;
};

/** Programs that shadow those of the machine, so that a test touches no real accounts, packages or services. */
const programs = (ours: Ours): Record<string, string> => ({
  'apt-get':
    '[ "$1" = install ] || exit 0; shift; command -v apt-cache >/dev/null || exit 0; for name; do case "$name" in -*) ;; *) apt-cache show "$name" >/dev/null || exit 1;; esac; done',
  adduser: 'case "$*" in "--system --group --home "*) ;; *) exit 1;; esac',
  chown: 'for file; do :; done; [ -e "$file" ]',
  install:
    'skip=; for word; do shift; case "$word" in -o|-g) skip=1;; *) if [ "$skip" ]; then skip=; else set -- "$@" "$word"; fi;; esac; done; exec /usr/bin/install "$@"',
  // Clears the environment, like sudo.
  sudo: `[ "$1" = -u ] || exit 1; account=$2; shift 2; if [ "$account" = postgres ]; then [ "$1" = psql ] || exit 1; shift; exec ${ours.psql} "$@"; fi; exec env -i PATH="$PATH" TMPDIR="$TMPDIR" "$@"`,
  // A clone gets the packages that are installed here, so that a test does not download them again.
  git: `${ours.git} "$@" || exit 1; [ "$1" = clone ] || exit 0; for folder; do :; done; cd ${ours.checkout}; for its in node_modules packages/contract/node_modules scripts/openapi/node_modules; do [ ! -e $its ] || cp -al $its "$folder/$its" 2>/dev/null || { rm -rf "$folder/$its"; cp -a $its "$folder/$its"; }; done`,
  // Copies from the first machine, whose folders are beside ours. A source without a trailing slash is hard-linked instead.
  rsync: `[ "$1" = -a ] || exit 1; shift; left=; if [ "$1" = --exclude ]; then left=$2; shift 2; fi; from="${ours.first}\${1#*:${ours.folder}}"; mkdir -p "$2"
case "$1" in */) cp -a "$from." "$2";; *) cp -al "$from" "$2";; esac || exit 1
[ -z "$left" ] || find "$2" -name "$left" -delete
find "$2" -maxdepth 1 -name '*.env' -exec sed -i 's#${ours.first}/\\(etc\\|var\\|opt\\)#${ours.folder}/\\1#g' {} +`,
  promtool: `exec ${ours.promtool} "$@"`,
  systemctl: `exec ${ours.node} ${ours.callBack} systemctl "$@"`,
  nginx: `exec ${ours.node} ${ours.callBack} nginx "$@"`,
});

const CALL_BACK = `const answer = await fetch(process.env.MACHINE, { method: 'POST', body: JSON.stringify(process.argv.slice(2)) });
const text = await answer.text();
if (text) console.error(text);
process.exit(answer.ok ? 0 : 1);`;

type Machine = {
  folder: string;
  psql: string;
  /** URL that psql connects to as a superuser. */
  superuser: URL;
  /** Path of Prometheus' promtool. */
  promtool?: string;
  /** Folder of the machine that it copies from. */
  first?: string;
  /** Values for the placeholders of the documents. */
  own: Record<string, string>;
  /** Runs a `systemctl …` or `nginx …` command of a document. Rejects with the output of the command. */
  services: (words: string[]) => Promise<void>;
};

/** Writes the programs of a test into a folder that comes first in PATH. */
const putPrograms = (
  bin: string,
  { psql, folder, promtool = 'false', first = '' }: Pick<Machine, 'psql' | 'folder' | 'promtool' | 'first'>,
): void => {
  const callBack = join(bin, 'call-back.mjs');
  writeFileSync(callBack, CALL_BACK);
  const ours = { callBack, node: process.execPath, psql, git: '/usr/bin/git', checkout: process.cwd(), folder, first, promtool };
  for (const [name, text] of Object.entries(programs(ours))) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
};

/** Serves the calls of the replaced programs, without a timeout. Responds with 500 and the output if a command fails. */
const answerCalls = async (services: Machine['services']): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const words = (await json(request)) as string[];
    await services(words).then(
      () => response.end(),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.requestTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
};

/**
 * Simulates a machine on which the commands of a document run unchanged. Its places are in a folder. Commands that would change accounts,
 * packages or services of the real machine are replaced.
 */
export const freshMachine = async ({ folder, psql, superuser, own, services, ...programsOf }: Machine) => {
  const here = (text: string): string => text.replaceAll(PLACES, (place) => `${folder}${place}`);
  const bin = join(folder, 'bin');
  for (const place of [bin, 'etc/systemd/system', 'etc/nginx/conf.d', 'etc/prometheus', 'var/www/html', 'var/cache'].map((its) =>
    resolve(folder, its),
  ))
    mkdirSync(place, { recursive: true });
  putPrograms(bin, { psql, folder, ...programsOf });
  const server = await answerCalls(services);

  /** Rewrites copied files, which contain the paths of a real machine. */
  const moveIn = (): void => {
    for (const file of globSync(['etc/endcap/*.env', 'etc/nginx/conf.d/*'], { cwd: folder }).map((name) => join(folder, name))) {
      const text = readFileSync(file, 'utf8');
      if (statSync(file).isFile() && !text.includes(folder)) writeFileSync(file, here(text));
    }
  };
  const env = {
    ...withoutSettings(process.env),
    // Without the project's own tools, which a fresh machine does not have.
    PATH: [bin, ...(process.env['PATH'] ?? '').split(':').filter((its) => !its.includes('node_modules'))].join(':'),
    npm_config_prefer_offline: 'true',
    TMPDIR: tmpdir(),
    MACHINE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PGHOST: superuser.hostname,
    PGPORT: superuser.port,
    PGUSER: superuser.username,
    PGPASSWORD: superuser.password,
    PGDATABASE: 'postgres',
  };
  return {
    here,
    /** Runs commands of a document. Rejects with their output if one of them fails. */
    run: async (commands: string): Promise<string> => {
      const text = here(Object.entries(own).reduce((whole, [word, its]) => whole.replaceAll(word, its), commands));
      const strange = (text.replaceAll(folder, '').match(ABSOLUTE) ?? []).filter(
        (path) => !text.includes(`${folder}${path}`) && !existsSync(path),
      );
      if (strange.length > 0) throw new Error(`No place that a test knows: ${strange.join(', ')}`);
      const shell = spawn('/bin/sh', ['-eu', '-c', text], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let printed = '';
      for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
      const code = await new Promise<number | null>((done) => shell.once('close', done));
      moveIn();
      if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${printed}`);
      return printed;
    },
    stop: (): void => void server.close(),
  };
};
