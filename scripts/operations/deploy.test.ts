import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, withSecrets } from '../../apps/server/src/config.ts';
import { deadlines } from '../../apps/server/src/platform/deadlines.ts';
import { API_FLAGS } from '../launch/api-flags.ts';
import { PROCESS_ENVIRONMENT } from '../launch/process-environment.ts';
import { WORKER_FLAGS } from '../launch/worker-flags.ts';
import { eraseArguments } from '../erase/arguments.ts';
import { composeProcesses, here, isKnown, type Kind, KINDS, SECRET, UNITS, unitProcesses } from './deployed-processes.ts';
import { readService } from './read-units.ts';
import { renderKustomization } from './render-kustomization.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns settings whose `_FILE` values point to test files instead of files of a real machine. */
const readable = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value];
      const file = join(folder, name);
      writeFileSync(file, name === 'DATABASE_URL_FILE' ? 'postgres://endcap_app:x@database/endcap' : '{}');
      return [name, file];
    }),
  );
const upstreamsIn = (file: string) =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/upstream (\w+) \{([^}]*)\}/g)].map(([, name = '', text = '']) => [
      name,
      {
        servers: [...text.matchAll(/server ([\d.:]+)/g)].map(([, address]) => address),
        rest: text.replaceAll(/server [\d.:]+/g, 'server'),
      },
    ]),
  );

describe.each([
  ['the systemd units', unitProcesses, 'deploy/nginx/endcap-nodes.conf'],
  ['the compose file', composeProcesses, 'deploy/compose/endcap-nodes.conf'],
])('%s', { tags: ['OPS-10'] }, (_, processes, nodes) => {
  test('has two of each process, with the flags, environment and source file of the benchmarks', () => {
    expect(processes.map(({ kind }) => kind).toSorted()).toEqual(KINDS.flatMap((kind) => [kind, kind]));
    for (const { name, kind, words, settings } of processes) {
      expect(settings, name).toMatchObject(PROCESS_ENVIRONMENT);
      expect(basename(words[0] ?? ''), name).toBe('node');
      expect(words.slice(1), name).toEqual([
        ...(kind === 'push-worker' ? WORKER_FLAGS : API_FLAGS),
        `apps/server/src/processes/${kind}.ts`,
      ]);
    }
  });

  test('has only known settings that are valid in production, and passes secrets only as files', () => {
    for (const { name, settings } of processes) {
      expect(
        Object.keys(settings).filter((its) => !isKnown(its)),
        name,
      ).toEqual([]);
      expect(
        Object.keys(settings).filter((its) => SECRET.test(its)),
        name,
      ).toEqual([]);
      expect(readConfig(readable(settings)), name).toMatchObject({
        NODE_ENV: 'production',
        DATABASE_URL: expect.stringContaining('endcap_app'),
      });
      expect(withSecrets(readable(settings)).faults, name).toEqual([]);
    }
  });

  test('has a stop timeout longer than the shutdown, and health checks on the port of each process', { tags: ['E-75'] }, () => {
    for (const { name, kind, settings, stopSeconds, probes } of processes) {
      const { ENDCAP_DRAIN_SECONDS, ENDCAP_METRICS_PORT, ENDCAP_ADMIN_PORT, ENDCAP_APP_PORT } = readConfig(readable(settings));
      const leaves = kind === 'push-worker' ? deadlines.killAfter : ENDCAP_DRAIN_SECONDS * 1_000 + deadlines.leaveWithin;
      expect(stopSeconds * 1_000 - leaves, name).toBeGreaterThan(2_000);
      expect(stopSeconds * 1_000 - leaves, name).toBeLessThan(10_000);
      const port = { 'admin-api': ENDCAP_ADMIN_PORT, 'app-api': ENDCAP_APP_PORT, 'push-worker': ENDCAP_METRICS_PORT }[kind];
      expect(probes, name).toEqual([`${port}/${kind === 'push-worker' ? 'metrics' : 'readyz'}`]);
    }
  });

  test('uses the addresses of the nginx upstreams, each only once', () => {
    const upstreams = upstreamsIn(nodes);
    const at = (kind: Kind): (string | undefined)[] => processes.filter((its) => its.kind === kind).map(({ address }) => address);
    expect(upstreams['endcap_app']?.servers).toEqual(at('app-api'));
    expect(upstreams['endcap_admin']?.servers).toEqual(at('admin-api'));
    const taken = processes.flatMap(({ name, address, settings }) => [
      ...(address ? [address] : []),
      `${nodes.includes('compose') ? name : 'machine'}:${settings['ENDCAP_METRICS_PORT']}`,
    ]);
    expect(new Set(taken).size).toBe(taken.length);
    expect(upstreams['endcap_app']?.rest).toBe(upstreamsIn('deploy/nginx/endcap-nodes.conf')['endcap_app']?.rest);
    expect(upstreams['endcap_admin']?.rest).toBe(upstreamsIn('deploy/nginx/endcap-nodes.conf')['endcap_admin']?.rest);
  });
});

describe('the list of erasures is written every hour, beside the backups,', { tags: ['E-7D', 'OPS-07'] }, () => {
  /** Parses the arguments after the script. */
  const wantedBy = (words: readonly string[]) => eraseArguments(words.slice(words.indexOf('scripts/erase/main.ts') + 1));
  const kept = { do: 'keep', file: '/var/backups/endcap/erasures.txt' };

  test('by a timer of systemd', () => {
    expect(readFileSync(`${UNITS}/endcap-erasures.timer`, 'utf8')).toContain('OnCalendar=hourly\n');
    const service = readService(UNITS, 'endcap-erasures', { here });
    expect(wantedBy((service.commands('ExecStart')[0]?.words.at(-1) ?? '').split(' '))).toEqual(kept);
    expect(service.all('ReadWritePaths')).toEqual(['/var/backups/endcap']);
  });
  test('by a job of Kubernetes', () => {
    const job = renderKustomization('deploy/kubernetes/one-cluster').find(({ metadata }) => metadata.name === 'endcap-erasures');
    expect([job?.kind, job?.spec?.schedule]).toEqual(['CronJob', '0 * * * *']);
    expect(wantedBy(job?.spec?.jobTemplate?.spec.template.spec.containers[0]?.command ?? [])).toEqual(kept);
  });
  test('and the Kubernetes job takes and removes backups with the commands of the systemd unit', () => {
    const job = renderKustomization('deploy/kubernetes/one-cluster').find(({ metadata }) => metadata.name === 'endcap-backup');
    const [shell, flag, script = ''] = job?.spec?.jobTemplate?.spec.template.spec.containers[0]?.command ?? [];
    expect([shell, flag]).toEqual(['/bin/sh', '-c']);
    const service = readService(UNITS, 'endcap-backup', { here });
    const [take = '', remove = ''] = ['ExecStart', 'ExecStartPost'].map((name) => service.all(name).join().replaceAll('%%', '%'));
    const steps = script.split(' && ');
    expect(steps[0]?.replace(/^node \S+ /, '')).toBe(/scripts\/backup\/.+(?=')/.exec(take)?.[0]);
    expect(steps[1]).toBe(/find .+/.exec(remove)?.[0]);
    const timer = /OnCalendar=\*-\*-\* (\d+):(\d+):00/.exec(readFileSync(`${UNITS}/endcap-backup.timer`, 'utf8'));
    expect(job?.spec?.schedule).toBe(`${Number(timer?.[2])} ${Number(timer?.[1])} * * *`);
  });
  test('by the commands of the documents', () => {
    for (const file of ['deploy/README.md', 'docs/operators/keeping.md']) {
      const commands = [...readFileSync(file, 'utf8').matchAll(/scripts\/erase\/main\.ts --keep [^`\s]+/g)].map(([words]) => words);
      expect(commands.length, file).toBe(1);
      for (const words of commands) expect(wantedBy(words.split(' ')), file).toEqual(kept);
    }
  });
});

test('prometheus.yml scrapes every process that installing.md starts, labelled with its kind', { tags: ['OPS-10', 'E-76'] }, () => {
  const { scrape_configs: jobs } = parse(readFileSync('docs/operators/prometheus.yml', 'utf8')) as {
    scrape_configs: { static_configs: { targets: string[]; labels: { process: string } }[] }[];
  };
  const scraped = jobs
    .flatMap(({ static_configs: groups }) => groups)
    .flatMap(({ targets, labels }) => targets.map((target) => [target, labels.process]));
  const exposed = unitProcesses.map(({ kind, settings }) => [`${settings['HOST']}:${settings['ENDCAP_METRICS_PORT']}`, kind]);
  expect(scraped.toSorted()).toEqual(exposed.toSorted());
});

test.each([
  ['docs/operators/processes.md', KINDS],
  ['docs/operators/delivery.md', ['push-worker'] satisfies Kind[]],
] as const)('%s starts processes with the same flags and environment', { tags: ['OPS-10'] }, (file, kinds) => {
  const environment = Object.entries(PROCESS_ENVIRONMENT).map(([name, value]) => `${name}=${value} `);
  const commands = [
    ...readFileSync(file, 'utf8').matchAll(/^`?((?:\w+=\w+ )*)\S*node ([^`#\n]*) apps\/server\/src\/processes\/(\w+-\w+)\.ts/gm),
  ];
  expect(commands.map(([, settings = '', flags = '', kind = '']) => ({ settings, flags: flags.split(' '), kind }))).toEqual(
    kinds.map((kind) => ({
      settings: environment.join(''),
      // Readers need not type flags that only silence warnings.
      flags: (kind === 'push-worker' ? WORKER_FLAGS : API_FLAGS).filter((flag) => !flag.startsWith('--disable-warning')),
      kind,
    })),
  );
});
