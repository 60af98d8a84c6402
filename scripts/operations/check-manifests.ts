import { type Container, type Manifest, nameOf, type PodSpec, templateOf } from './manifests.ts';
import { isKnown, SECRET } from './deployed-processes.ts';
import { schemaFaultsOf } from './manifest-schema.ts';

const DIGEST = /^[^@\s]+@sha256:[\da-f]{64}$/;
const POD = { runAsNonRoot: true, runAsUser: 10_001, runAsGroup: 10_001, seccompProfile: { type: 'RuntimeDefault' } };
const CONTAINER = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

const contains = (value: object | undefined, wanted: object): boolean =>
  Object.entries(wanted).every(
    ([key, its]) => JSON.stringify((value as Record<string, unknown> | undefined)?.[key]) === JSON.stringify(its),
  );
const selects = (selector: Record<string, string> | undefined, labels: Record<string, string> | undefined): boolean =>
  Object.entries(selector ?? {}).every(([key, value]) => labels?.[key] === value);

/** Settings that a container is given, by a ConfigMap and by itself. */
export const settingsOf = ({ env = [], envFrom = [] }: Container, manifests: readonly Manifest[]): Record<string, string> => ({
  ...Object.assign(
    {},
    ...envFrom.map(
      ({ configMapRef }) => manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)?.data,
    ),
  ),
  ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? ''])),
});

const containerFaults = (container: Container, pod: PodSpec, manifests: readonly Manifest[]): string[] => {
  const { image, securityContext, resources, volumeMounts = [], ports = [], envFrom = [], lifecycle } = container;
  const volumes = pod.volumes ?? [];
  const settings = Object.keys(settingsOf(container, manifests));
  const missing = envFrom.filter(
    ({ configMapRef }) => !manifests.some(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name),
  );
  return [
    ...(DIGEST.test(image) ? [] : [`the image ${image} has no digest`]),
    ...(contains(securityContext, CONTAINER) ? [] : ['the container is not locked in']),
    ...(resources?.requests?.['cpu'] && resources.requests['memory'] && resources.limits?.['memory']
      ? []
      : ['requests or the limit of memory are missing']),
    ...(volumeMounts.some(({ mountPath }) => mountPath === '/tmp') ? [] : ['nothing is mounted at /tmp']),
    ...volumeMounts.flatMap(({ name }) => (volumes.some((volume) => volume.name === name) ? [] : [`there is no volume ${name}`])),
    ...[container.startupProbe, container.livenessProbe, container.readinessProbe].flatMap((probe) =>
      probe && !ports.some(({ name }) => name === probe.httpGet?.port)
        ? [`a probe asks the port ${probe.httpGet?.port}, which is not there`]
        : [],
    ),
    ...(lifecycle ? ['a hook delays SIGTERM, by which the process begins to leave'] : []),
    ...missing.map(({ configMapRef }) => `there is no ConfigMap ${configMapRef?.name}`),
    ...settings.flatMap((name) => (isKnown(name) ? [] : [`${name} is no setting`])),
    ...settings.flatMap((name) => (SECRET.test(name) ? [`${name} is a secret: name its file`] : [])),
  ];
};

const podFaults = (manifest: Manifest, manifests: readonly Manifest[]): string[] => {
  const pod = templateOf(manifest)?.spec;
  if (!pod) return [];
  const claims = pod.volumes?.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []) ?? [];
  return [
    ...(pod.automountServiceAccountToken === false ? [] : ['a token of the service account is mounted']),
    ...(contains(pod.securityContext, POD) ? [] : ['the pod is not locked in']),
    ...(manifests.some(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === pod.serviceAccountName)
      ? []
      : ['its service account is missing']),
    ...claims.flatMap((claim) =>
      manifests.some(({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === claim)
        ? []
        : [`there is no volume claim ${claim}`],
    ),
    ...pod.containers.flatMap((container) => containerFaults(container, pod, manifests)),
  ];
};

const deploymentFaults = (manifest: Manifest, manifests: readonly Manifest[]): string[] => {
  if (manifest.kind !== 'Deployment') return [];
  const { spec } = manifest;
  const labels = spec?.template?.metadata?.labels;
  const pod = spec?.template?.spec;
  const { startupProbe, livenessProbe, readinessProbe } = pod?.containers[0] ?? {};
  const budgets = manifests.filter((its) => its.kind === 'PodDisruptionBudget' && selects(its.spec?.selector?.matchLabels, labels));
  const scalers = manifests.filter(
    ({ kind, spec: its }) => /^(HorizontalPodAutoscaler|ScaledObject)$/.test(kind) && its?.scaleTargetRef?.name === manifest.metadata.name,
  );
  const spread = pod?.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
  return [
    ...Object.entries({ startupProbe, livenessProbe, readinessProbe }).flatMap(([name, probe]) => (probe ? [] : [`${name} is missing`])),
    ...(spec?.strategy?.rollingUpdate?.maxUnavailable === 0 ? [] : ['a rolling update takes a pod away before its successor is ready']),
    ...(budgets.length === 1 ? [] : [`${budgets.length} PodDisruptionBudgets instead of one`]),
    ...(scalers.length + Number(spec?.replicas !== undefined) === 1 ? [] : ['the number of pods is set by none or by several']),
    ...(spread?.includes('kubernetes.io/hostname') && spread.includes('topology.kubernetes.io/zone')
      ? []
      : ['pods may all run on one node or in one zone']),
    ...(selects(spec?.selector?.matchLabels, labels) ? [] : ['the selector does not match the pods']),
  ];
};

/** Faults of what refers to pods and Services. */
const referenceFaults = ({ kind, spec }: Manifest, manifests: readonly Manifest[]): string[] => {
  const has = (of: string, name: string | undefined): boolean => manifests.some((its) => its.kind === of && its.metadata.name === name);
  const target = spec?.scaleTargetRef?.name;
  const backends = spec?.rules?.flatMap((rule) => (rule.http ?? { paths: [] }).paths.map(({ backend }) => backend.service.name)) ?? [];
  const pods =
    kind === 'Service'
      ? manifests.filter(
          (its) => its.kind === 'Deployment' && selects(spec?.selector as Record<string, string>, templateOf(its)?.metadata?.labels),
        )
      : [];
  const ports = new Set(
    pods.flatMap((its) => templateOf(its)?.spec.containers.flatMap(({ ports: open = [] }) => open.map(({ name }) => name)) ?? []),
  );
  return [
    ...(target === undefined || has('Deployment', target) ? [] : [`there is no Deployment ${target}`]),
    ...(kind === 'Ingress' ? backends : []).flatMap((name) => (has('Service', name) ? [] : [`there is no Service ${name}`])),
    ...(kind === 'Service' && pods.length !== 1 ? [`it selects ${pods.length} Deployments`] : []),
    ...(kind === 'Service' ? (spec?.ports ?? []) : []).flatMap(({ targetPort }) =>
      ports.has(targetPort) ? [] : [`no pod has the port ${targetPort}`],
    ),
  ];
};

/** Everything that is wrong with what is applied together: by Kubernetes' schemas, by Endcap's settings, and by how its processes run. */
export const faultsOf = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) => [
    ...schemaFaultsOf(manifest),
    ...[podFaults, deploymentFaults, referenceFaults].flatMap((check) =>
      check(manifest, manifests).map((fault) => `${nameOf(manifest)}: ${fault}`),
    ),
  ]);
