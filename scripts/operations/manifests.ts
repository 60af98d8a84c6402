type Reference = { name: string };
type Probe = { httpGet?: { path: string; port: string }; periodSeconds: number; failureThreshold: number };
export type Container = {
  name: string;
  image: string;
  command: string[];
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef?: Reference }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: object;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: object;
  volumeMounts?: { name: string; mountPath: string }[];
};
export type PodSpec = {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: object;
  topologySpreadConstraints?: { topologyKey: string }[];
  containers: Container[];
  volumes?: { name: string; secret?: { secretName: string }; persistentVolumeClaim?: { claimName: string } }[];
};
type Template = { metadata?: { labels?: Record<string, string> }; spec: PodSpec };
type Labels = { matchLabels?: Record<string, string> } & Record<string, unknown>;

/** The parts of an object of Kubernetes that the checks read. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    schedule?: string;
    suspend?: boolean;
    minReplicas?: number;
    metrics?: { resource: { target: { averageValue: string } } }[];
    maxReplicas?: number;
    minReplicaCount?: number;
    maxReplicaCount?: number;
    selector?: Labels;
    strategy?: { rollingUpdate?: { maxSurge?: number; maxUnavailable?: number } };
    scaleTargetRef?: Reference;
    ports?: { name: string; targetPort: string }[];
    triggers?: { metadata: { query: string } }[];
    rules?: { http: { paths: { backend: { service: { name: string } } }[] } }[];
    template?: Template;
    jobTemplate?: { spec: { template: Template } };
  };
};

export const nameOf = ({ kind, metadata: { name } }: Manifest): string => `${kind} ${name}`;
/** The pods that an object makes, if any. */
export const templateOf = ({ spec }: Manifest): Template | undefined => spec?.template ?? spec?.jobTemplate?.spec.template;
