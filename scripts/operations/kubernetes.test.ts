import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../apps/server/src/config.ts';
import { deadlines } from '../../apps/server/src/platform/deadlines.ts';
import { API_FLAGS } from '../launch/api-flags.ts';
import { PROCESS_ENVIRONMENT } from '../launch/process-environment.ts';
import { WORKER_FLAGS } from '../launch/worker-flags.ts';
import { onPath } from '../test/system-package.ts';
import { faultsOf, settingsOf } from './check-manifests.ts';
import { image, type Kind, KINDS } from './deployed-processes.ts';
import { type Container, type Manifest, nameOf, type PodSpec, templateOf } from './manifests.ts';
import { copiesOf, environmentOf } from './read-containerfile.ts';
import { renderKustomization } from './render-kustomization.ts';

const FOLDER = 'deploy/kubernetes';
/** Folders that are applied: what has a digest of the image. The others are parts of them. */
const OVERLAYS = ['one-cluster', 'fifty-million'];

const scratch = mkdtempSync(join(tmpdir(), 'endcap-kubernetes-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { PATH: _, ...ofImage } = environmentOf(image);

const render = (overlay: string): Manifest[] => renderKustomization(join(FOLDER, overlay));
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((its) => its.kind === kind && its.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const podOf = (manifest: Manifest): PodSpec => {
  const pod = templateOf(manifest)?.spec;
  if (!pod) throw new Error(`${nameOf(manifest)} has no pods`);
  return pod;
};
const containerOf = (manifest: Manifest): Container => podOf(manifest).containers[0] as Container;
/** Reads the configuration of a container's process, with files in place of those in its volumes. */
const configOf = (manifest: Manifest, manifests: readonly Manifest[]) => {
  const settings = { ...ofImage, ...settingsOf(containerOf(manifest), manifests) };
  return readConfig(
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => {
        if (!name.endsWith('_FILE') || value === '') return [name, value];
        const mounted = containerOf(manifest).volumeMounts?.some(({ mountPath }) => value.startsWith(`${mountPath}/`));
        const file = join(scratch, `${name}${mounted ? '' : '-not-mounted'}`);
        if (mounted) writeFileSync(file, name === 'DATABASE_URL_FILE' ? `postgres://x:x@${value.split('/').at(-2)}/endcap` : '{}');
        return [name, file];
      }),
    ),
  );
};

describe.each(OVERLAYS)('the manifests of %s', { tags: ['OPS-10'] }, (overlay) => {
  const manifests = render(overlay);
  const processOf = (kind: Kind): Manifest => find(manifests, 'Deployment', `endcap-${kind}`);

  test('fit the schemas of Kubernetes and the settings, and lock every pod in', () => {
    expect(manifests.length).toBeGreaterThan(20);
    expect(faultsOf(manifests)).toEqual([]);
    expect(new Set(manifests.map(nameOf)).size).toBe(manifests.length);
    for (const manifest of manifests) if (templateOf(manifest)) expect(configOf(manifest, manifests), nameOf(manifest)).toBeDefined();
  });

  test.each(KINDS)('run %s with its flags, and its probes ask its own routes', (kind) => {
    const { command, ports, startupProbe, livenessProbe, readinessProbe } = containerOf(processOf(kind));
    const flags = kind === 'push-worker' ? WORKER_FLAGS : API_FLAGS;
    expect(command).toEqual(['node', ...flags, `apps/server/src/processes/${kind}.ts`]);
    expect(ofImage).toMatchObject(PROCESS_ENVIRONMENT);
    const config = configOf(processOf(kind), manifests);
    expect(config).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', DATABASE_URL: 'postgres://x:x@endcap/endcap' });
    const http = { 'admin-api': config.ENDCAP_ADMIN_PORT, 'app-api': config.ENDCAP_APP_PORT, 'push-worker': undefined }[kind];
    const wanted = { ...(http && { http }), metrics: config.ENDCAP_METRICS_PORT };
    expect(Object.fromEntries((ports ?? []).map(({ name, containerPort }) => [name, containerPort]))).toEqual(wanted);
    const port = http ? 'http' : 'metrics';
    // Of a worker /metrics queries the database: by that a database that is away would restart it.
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)).toEqual([
      { path: '/healthz', port },
      { path: '/healthz', port },
      { path: http ? '/readyz' : '/healthz', port },
    ]);
  });

  test('wait as long as a process may take to leave, and drain for longer than endpoints take', () => {
    for (const kind of KINDS) {
      const { ENDCAP_DRAIN_SECONDS } = configOf(processOf(kind), manifests);
      const leaves = kind === 'push-worker' ? deadlines.killAfter : ENDCAP_DRAIN_SECONDS * 1_000 + deadlines.leaveWithin;
      const left = (podOf(processOf(kind)).terminationGracePeriodSeconds ?? 30) * 1_000 - leaves;
      expect(left, kind).toBeGreaterThan(2_000);
      expect(left, kind).toBeLessThan(10_000);
      if (kind !== 'push-worker') expect(ENDCAP_DRAIN_SECONDS).toBeGreaterThanOrEqual(20);
    }
  });

  test("give the owner's password to the migrations and to a job that only a person starts, the push key to workers", () => {
    const given = (secret: string): string[] =>
      manifests.flatMap((manifest) =>
        templateOf(manifest)?.spec.volumes?.some((volume) => volume.secret?.secretName === secret) ? [nameOf(manifest)] : [],
      );
    expect(given('endcap-owner')).toEqual(['Job endcap-migrate', 'CronJob endcap-maintenance']);
    expect(find(manifests, 'CronJob', 'endcap-maintenance').spec?.suspend).toBe(true);
    expect(given('endcap-push')).toEqual(['Deployment endcap-push-worker']);
    const migrate = find(manifests, 'Job', 'endcap-migrate');
    expect(containerOf(migrate).command.at(-1)).toBe('apps/server/src/processes/migrate.ts');
    const config = configOf(migrate, manifests);
    expect([config.DATABASE_URL, config.ENDCAP_DATABASE_DIRECT_URL]).toEqual(['postgres://x:x@endcap-owner/endcap', undefined]);
  });

  test('lead each name of the settings to its API', () => {
    const ingress = find(manifests, 'Ingress', 'endcap').spec?.rules as (NonNullable<Manifest['spec']>['rules'] &
      { host: string }[])[number][];
    const { ENDCAP_ADMIN_URL, ENDCAP_APP_URL } = configOf(processOf('admin-api'), manifests);
    expect(ingress.map(({ host, http }) => [`https://${host}`, http.paths[0]?.backend.service.name])).toEqual([
      [ENDCAP_ADMIN_URL, 'endcap-admin-api'],
      [ENDCAP_APP_URL, 'endcap-app-api'],
    ]);
  });

  test('are rendered by kubectl as by this test', ({ skip }) => {
    const kubectl = onPath(['kubectl']);
    const version =
      kubectl && /Kustomize Version: v(\d+)/.exec(spawnSync(kubectl, ['version', '--client'], { encoding: 'utf8' }).stdout)?.[1];
    if (!kubectl || Number(version ?? 0) < 5) return skip('no kubectl with Kustomize 5 is installed');
    const { status, stdout, stderr } = spawnSync(kubectl, ['kustomize', join(FOLDER, overlay)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const theirs = parseAllDocuments(stdout, { version: '1.1' }).map((document) => document.toJS() as Manifest);
    // Each makes a hash of its own of the settings.
    const comparable = (its: Manifest[]): unknown =>
      (JSON.parse(JSON.stringify(its).replaceAll(/endcap-settings-[a-z0-9]{10}/g, 'endcap-settings')) as Manifest[]).toSorted((a, b) =>
        nameOf(a).localeCompare(nameOf(b)),
      );
    expect(comparable(theirs)).toEqual(comparable(manifests));
  });
});

const oneCluster = render('one-cluster');
/** One fault each, and the sentence that has to name it. */
const FAULTS: [string, (manifests: Manifest[]) => void, string][] = [
  [
    'a wrong field',
    (its) => Object.assign(containerOf(find(its, 'Deployment', 'endcap-app-api')), { readynessProbe: {} }),
    'Deployment endcap-app-api: /spec/template/spec/containers/0/readynessProbe is unknown',
  ],
  [
    'a text where Kubernetes wants a number',
    (its) => Object.assign(podOf(find(its, 'Deployment', 'endcap-app-api')), { terminationGracePeriodSeconds: '90s' }),
    'Deployment endcap-app-api: data/spec/template/spec/terminationGracePeriodSeconds must be integer',
  ],
  [
    'a kind of another version',
    (its) => Object.assign(find(its, 'CronJob', 'endcap-backup'), { apiVersion: 'batch/v1beta1' }),
    'CronJob endcap-backup: no schema for batch/v1beta1 CronJob',
  ],
  [
    'a missing probe',
    (its) => delete containerOf(find(its, 'Deployment', 'endcap-push-worker')).livenessProbe,
    'Deployment endcap-push-worker: livenessProbe is missing',
  ],
  [
    'an unknown setting',
    (its) => containerOf(find(its, 'Deployment', 'endcap-admin-api')).env?.push({ name: 'ENDCAP_DRAIN', value: '5' }),
    'Deployment endcap-admin-api: ENDCAP_DRAIN is no setting',
  ],
  [
    'a secret in the clear',
    (its) => (containerOf(find(its, 'CronJob', 'endcap-erasures')).env = [{ name: 'DATABASE_URL', value: 'postgres://x' }]),
    'CronJob endcap-erasures: DATABASE_URL is a secret: name its file',
  ],
  [
    'a tag in place of the digest',
    (its) => (containerOf(find(its, 'Job', 'endcap-migrate')).image = 'registry.example/endcap:1.0.0'),
    'Job endcap-migrate: the image registry.example/endcap:1.0.0 has no digest',
  ],
  [
    'a container that may write to its image',
    (its) => Object.assign(containerOf(find(its, 'CronJob', 'endcap-backup')).securityContext ?? {}, { readOnlyRootFilesystem: false }),
    'CronJob endcap-backup: the container is not locked in',
  ],
  [
    'a pod that runs as root',
    (its) => Object.assign(podOf(find(its, 'Job', 'endcap-migrate')).securityContext ?? {}, { runAsUser: 0 }),
    'Job endcap-migrate: the pod is not locked in',
  ],
  [
    'a number of pods that two set',
    (its) => Object.assign(find(its, 'Deployment', 'endcap-app-api').spec ?? {}, { replicas: 2 }),
    'Deployment endcap-app-api: the number of pods is set by none or by several',
  ],
  [
    'a rolling update with a gap',
    (its) => Object.assign(find(its, 'Deployment', 'endcap-app-api').spec?.strategy?.rollingUpdate ?? {}, { maxUnavailable: 1 }),
    'Deployment endcap-app-api: a rolling update takes a pod away before its successor is ready',
  ],
  [
    'a Deployment without a budget',
    (its) => its.splice(its.indexOf(find(its, 'PodDisruptionBudget', 'endcap-push-worker')), 1),
    'Deployment endcap-push-worker: 0 PodDisruptionBudgets instead of one',
  ],
  [
    'settings that are not there',
    (its) =>
      its.splice(
        its.findIndex(({ kind }) => kind === 'ConfigMap'),
        1,
      ),
    'Job endcap-migrate: there is no ConfigMap endcap-settings-HASH',
  ],
  [
    'a Service that nobody answers',
    (its) => Object.assign(find(its, 'Service', 'endcap-app-api').spec ?? {}, { selector: { app: 'endcap' } }),
    'Service endcap-app-api: it selects 0 Deployments',
  ],
];

test.each(FAULTS)('%s is found', { tags: ['OPS-10'] }, (_name, plant, sentence) => {
  const manifests = structuredClone(oneCluster);
  plant(manifests);
  expect(faultsOf(manifests).map((fault) => fault.replaceAll(/(endcap-settings-)[\da-f]{10}/g, '$1HASH'))).toContain(sentence);
});

test('every required setting that one-cluster leaves out is named', { tags: ['OPS-10'] }, () => {
  const manifests = render('one-cluster');
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data;
  delete settings?.['ENDCAP_OIDC_ISSUER'];
  delete settings?.['DATABASE_URL_FILE'];
  expect(() => configOf(find(manifests, 'Deployment', 'endcap-app-api'), manifests)).toThrow(
    /DATABASE_URL \(missing\).*ENDCAP_OIDC_ISSUER \(missing\)/,
  );
});

test('a kustomization with a field that the renderer does not know is refused', () => {
  writeFileSync(join(scratch, 'kustomization.yml'), 'resources: []\nnamePrefix: x-\n');
  expect(() => renderKustomization(scratch)).toThrow('does not know namePrefix');
});

test('workers are scaled by a figure that the back-office exposes', { tags: ['OPS-10'] }, () => {
  const scaler = find(render('fifty-million'), 'ScaledObject', 'endcap-push-worker');
  const query = scaler.spec?.triggers?.[0]?.metadata.query ?? '';
  expect(readFileSync('apps/server/src/register-metrics.ts', 'utf8')).toContain(`name: '${/endcap_\w+/.exec(query)?.[0]}'`);
});

test('every folder of manifests is applied or a part of one that is', { tags: ['OPS-10'] }, () => {
  const parts = ['base', 'by-backlog'];
  expect(
    globSync(`${FOLDER}/*/kustomization.yml`)
      .map((file) => file.split('/').at(-2))
      .toSorted(),
  ).toEqual([...OVERLAYS, ...parts].toSorted());
});

describe('the documents about Kubernetes', { tags: ['OPS-10', 'OPS-12'] }, () => {
  const documentation = readFileSync('docs/operators/kubernetes.md', 'utf8');
  const manifests = render('fifty-million');

  test('name objects, labels and folders that there are, and scripts that the image has', () => {
    const named = [...documentation.matchAll(/\b(deployment|job|cronjob)\/(endcap-[\w-]+)|(scaledobject) (endcap-[\w-]+)/g)].map(
      ([, kind, name, other, its]) => `${kind ?? other} ${name ?? its}`,
    );
    const there = new Set(manifests.map(({ kind, metadata: { name } }) => `${kind.toLowerCase()} ${name}`));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((its) => !there.has(its))).toEqual([]);
    const labels = new Set(
      manifests.flatMap((its) => Object.entries(templateOf(its)?.metadata?.labels ?? {}).map(([key, value]) => `${key}=${value}`)),
    );
    for (const [label] of documentation.matchAll(/app\.kubernetes\.io\/\w+=[\w-]+/g)) expect([...labels]).toContain(label);
    // The first step excludes the processes by their label: they start after the migration.
    expect(documentation).toContain(`notin (${KINDS.join(', ')})`);
    for (const [, folder = ''] of documentation.matchAll(/deploy\/kubernetes\/([\w-]+)/g)) expect([...OVERLAYS, 'ours']).toContain(folder);
    const held = new Set(copiesOf(image).map(({ from }) => from));
    const scripts = [...documentation.matchAll(/scripts\/\w+\/main\.ts/g)].map(([script]) => script);
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect([script, held.has(dirname(script)) && existsSync(script)]).toEqual([script, true]);
  });

  test('make the Secrets and keys that pods mount and settings name', () => {
    const made = [...documentation.matchAll(/create secret generic ([\w-]+) (.+)/g)].map(([, name = '', files = '']) => ({
      name,
      keys: [...files.matchAll(/--from-file=([\w.-]+)/g)].map(([, key = '']) => key),
    }));
    const mounted = manifests.flatMap((its) => templateOf(its)?.spec.volumes?.flatMap(({ secret }) => secret?.secretName ?? []) ?? []);
    expect(made.map(({ name }) => name).toSorted()).toEqual([...new Set(mounted)].toSorted());
    const settings = settingsOf(containerOf(find(manifests, 'Deployment', 'endcap-push-worker')), manifests);
    const files = Object.entries(settings).flatMap(([name, value]) => (name.endsWith('_FILE') ? [value] : []));
    const paths = new Set(made.flatMap(({ name, keys }) => keys.map((key) => `/run/secrets/${name.replace('-secrets', '')}/${key}`)));
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !paths.has(file))).toEqual([]);
    for (const [file] of documentation.matchAll(/\/run\/secrets\/[\w-]+\/[\w.-]+/g)) expect([...paths]).toContain(file);
  });

  test('size 50 million phones by the measured costs of a call and a message', () => {
    const sizing = readFileSync('docs/operators/sizing.md', 'utf8');
    const plan = readFileSync('docs/operators/which-installation.md', 'utf8');
    const costOf = (what: string): number => Number(new RegExp(`^\\| ${what} \\| (\\d+) µs`, 'm').exec(sizing)?.[1]) / 1e6;
    const scaler = (kind: string, name: string) => find(manifests, kind, name).spec;
    const [apis, workers] = [scaler('HorizontalPodAutoscaler', 'endcap-app-api'), scaler('ScaledObject', 'endcap-push-worker')];
    const coresAtThePeak = 5_600 * costOf('an inbox') + 2_000 * costOf('"opened"');
    expect(plan).toContain(`= ${coresAtThePeak.toFixed(1)} cores`);
    const coresOfAPod = Number.parseInt(apis?.metrics?.[0]?.resource.target.averageValue ?? '', 10) / 1_000;
    expect(apis?.minReplicas).toBe(Math.ceil(coresAtThePeak / coresOfAPod));
    expect(apis?.maxReplicas).toBe(2 * (apis?.minReplicas ?? 0));
    const workerCores = 41_700 * costOf('a message');
    expect(plan).toContain(`= ${workerCores.toFixed(1)} cores: five workers`);
    expect([workers?.minReplicaCount, workers?.maxReplicaCount]).toEqual([2, 6]);
    const staff = scaler('HorizontalPodAutoscaler', 'endcap-admin-api')?.maxReplicas ?? 0;
    const connections = (apis?.maxReplicas ?? 0) * 11 + staff * 10 + (workers?.maxReplicaCount ?? 0) * 12;
    expect(plan).toContain(
      `${apis?.maxReplicas} app APIs × 11 + ${staff} staff APIs × 10 + ${workers?.maxReplicaCount} workers × 12 = ${connections}`,
    );
  });
});
