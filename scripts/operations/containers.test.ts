import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compose, composeProcesses, image, isKnown } from './deployed-processes.ts';
import { addressIn, type ComposeService, networksOf } from './read-compose.ts';
import { copiesOf, environmentOf } from './read-containerfile.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-containers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isOurs = ({ image: its }: ComposeService): boolean => its === 'endcap';

describe('the image and the compose file', { tags: ['OPS-10'] }, () => {
  test('the Containerfile copies only files that exist, and runs as an unprivileged user', () => {
    const copies = copiesOf(image);
    expect(copies.length).toBeGreaterThan(10);
    const made = new Set(['node_modules', 'apps/web/dist', 'apps/server/build.json']);
    expect(copies.filter(({ from }) => !made.has(from) && !existsSync(from))).toEqual([]);
    expect(copies.every(({ from, to }) => from === to || to === './package.json')).toBe(true);
    expect(image.findLast(({ name }) => name === 'USER')?.words).toEqual(['10001:10001']);
    expect(Object.keys(environmentOf(image)).filter((name) => name !== 'PATH' && !isKnown(name))).toEqual([]);
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const file of ['.git', '.data', '**/node_modules', 'deploy/compose/secrets', 'deploy/compose/endcap.env'])
      expect(ignored).toContain(file);
    for (const file of ['deploy/compose/secrets/', 'deploy/compose/endcap.env']) expect(readFileSync('.gitignore', 'utf8')).toContain(file);
  });

  test('every Endcap container has no privileges, a read-only file system, and only the secrets that it needs', () => {
    const ours = Object.entries(compose.services).filter(([, service]) => isOurs(service));
    expect(ours.length).toBe(9);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        env_file: 'endcap.env',
      });
      expect(service.secrets, name).toEqual([['migrate', 'owner'].includes(name) ? 'owner-database-url' : 'database-url']);
      expect(service.environment?.['DATABASE_URL_FILE'], name).toBe(`/run/secrets/${service.secrets?.[0]}`);
      expect(service.ports, name).toBeUndefined();
    }
    // The container with the owner's password does not end by itself; only a person starts it.
    expect(compose.services['owner']).toMatchObject({ profiles: ['operator'], restart: 'no' });
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['nginx']);
    expect(networksOf(compose.services['database'] as ComposeService)).toEqual(['inside']);
    expect(compose.networks['inside']?.internal).toBe(true);
    expect(
      composeProcesses.every(
        ({ settings }) => settings['ENDCAP_TRUSTED_PROXIES'] === addressIn(compose.services['nginx'] as ComposeService, 'front'),
      ),
    ).toBe(true);
    const addresses = Object.values(compose.services).flatMap((service) => addressIn(service, 'front') ?? []);
    expect([new Set(addresses).size, addresses.every((its) => its.startsWith('172.28.7.'))]).toEqual([addresses.length, true]);
    expect(compose.networks['front']?.ipam?.config).toEqual([{ subnet: '172.28.7.0/24' }]);
  });

  test('all mounted files and dependencies exist, and make-secrets.sh creates the secrets', () => {
    const compose_ = 'deploy/compose';
    const script = readFileSync(join(compose_, 'make-secrets.sh'), 'utf8');
    for (const { file } of Object.values(compose.secrets)) expect(script).toContain(file.replace('./', '> '));
    const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const own = mounts.filter((source) => source.startsWith('.') && !source.startsWith('./secrets'));
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((source) => !existsSync(join(compose_, source)))).toEqual([]);
    expect(mounts.filter((source) => /^\w/.test(source) && !(source in compose.volumes))).toEqual([]);
    for (const service of Object.values(compose.services))
      for (const [on, { condition }] of Object.entries(service.depends_on ?? {})) {
        const other = compose.services[on];
        expect(other, on).toBeDefined();
        if (condition === 'service_healthy') expect(other?.healthcheck?.test, on).toBeDefined();
      }
  });

  test(
    'the documents run only scripts that the image contains, in the service with the right database role',
    { tags: ['OPS-04', 'OPS-10'] },
    () => {
      const documentation = ['docs/operators/backups.md', 'deploy/README.md'].map((file) => readFileSync(file, 'utf8')).join('\n');
      const runs = [...documentation.matchAll(/docker compose run ([^`\n]+)/g)].map(([, words = '']) => words.split(' '));
      const scripts = runs.flatMap((words) => words.find((word) => word.startsWith('scripts/')) ?? []);
      for (const script of ['backup', 'doctor', 'erase', 'history'].map((name) => `scripts/${name}/main.ts`))
        expect(scripts).toContain(script);
      const held = new Set(copiesOf(image).map(({ from }) => from));
      for (const script of scripts) expect([script, existsSync(script), held.has(dirname(script))]).toEqual([script, true, true]);
      for (const words of runs) {
        const service = words.find((word) => word in compose.services);
        // A new version is migrated before its first node starts. Only this command uses the service as it is in compose.yml.
        const isMigration = words.join(' ') === '--rm migrate';
        expect(service, words.join(' ')).toBe(isMigration ? 'migrate' : words.includes('restore') ? 'owner' : 'operator');
      }
      expect(documentation.indexOf('docker compose run --rm migrate')).toBeGreaterThan(0);
      expect(documentation.indexOf('--no-deps --wait admin-api-1')).toBeGreaterThan(
        documentation.indexOf('docker compose run --rm migrate'),
      );
    },
  );

  test(
    'pin-images.sh sets or updates the digest behind the tag of every external image, and changes nothing else',
    { tags: ['E-7E'] },
    () => {
      const place = join(folder, 'pinned');
      const files = ['compose/compose.yml', 'compose/pin-images.sh', 'Containerfile'];
      mkdirSync(join(place, 'compose'), { recursive: true });
      for (const file of files) cpSync(join('deploy', file), join(place, file));
      // Replaces Docker. Prints the digest of the round under the image's short name, and another digest of a mirror.
      const engine = join(place, 'engine');
      const pin = (sign: string) => {
        const digest = `sha256:${sign.repeat(64)}`;
        const script = `#!/bin/sh
[ "$1" = pull ] && exit
for image; do :; done
name=\${image%:*}
echo "mirror.example/\${name#docker.io/}@sha256:${'f'.repeat(64)}"
echo "\${name#docker.io/library/}@$DIGEST"
`;
        writeFileSync(engine, script, { mode: 0o755 });
        const ran = spawnSync('/bin/sh', [join(place, 'compose/pin-images.sh')], {
          encoding: 'utf8',
          env: { ...process.env, ENGINE: engine, DIGEST: digest },
        });
        expect([ran.status, ran.stderr]).toEqual([0, '']);
        return { digest, images: ran.stdout.trim().split('\n') };
      };
      const textOf = (file: string): string => readFileSync(join(place, file), 'utf8');
      const before = files.map(textOf);
      for (const sign of ['a', 'b']) {
        const { digest, images } = pin(sign);
        expect(images.toSorted()).toEqual(
          ['debian:trixie-slim', 'nginx:1.28-trixie', 'node:24-trixie-slim', 'postgres:18-trixie'].map(
            (name) => `docker.io/library/${name}@${digest}`,
          ),
        );
        expect(textOf('compose/compose.yml')).toContain(`image: docker.io/library/postgres:18-trixie@${digest}\n`);
        expect(textOf('Containerfile')).toContain(`FROM docker.io/library/node:24-trixie-slim@${digest} AS build\n`);
        expect(files.map((file) => textOf(file).replaceAll(`@${digest}`, ''))).toEqual(before);
      }
    },
  );

  test('make-secrets.sh creates the secrets only once, in a folder that only its owner can enter', () => {
    const place = join(folder, 'compose');
    mkdirSync(place);
    cpSync('deploy/compose/make-secrets.sh', join(place, 'make-secrets.sh'));
    const make = () => spawnSync('/bin/sh', [join(place, 'make-secrets.sh')], { encoding: 'utf8' });
    expect(make().status).toBe(0);
    const read = (name: string): string => readFileSync(join(place, 'secrets', name), 'utf8');
    const url = new URL(read('database-url').trim());
    expect([url.username, url.host, url.pathname, url.password]).toEqual([
      'endcap_app',
      'database',
      '/endcap',
      expect.stringMatching(/^[\da-f]{48}$/),
    ]);
    expect(new URL(read('owner-database-url').trim()).username).toBe('endcap_owner');
    expect(statSync(join(place, 'secrets')).mode & 0o777).toBe(0o700);
    const again = make();
    expect([again.status, new URL(read('database-url').trim()).password]).toEqual([1, url.password]);
  });
});
