import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { type Manifest, nameOf } from './manifests.ts';

const MODELS = [
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ScaledObject,
  Service,
  ServiceAccount,
];

/** A value that notes which of its keys were read, and a function that returns the paths of the others. */
const watched = (value: object, path: string): { proxy: object; unread: () => string[] } => {
  const children = new Map<string, ReturnType<typeof watched>>();
  const read = new Set<string>();
  const proxy = new Proxy(value, {
    get: (target, key) => {
      const its: unknown = Reflect.get(target, key);
      if (typeof key !== 'string') return its;
      read.add(key);
      if (typeof its !== 'object' || its === null) return its;
      const child = children.get(key) ?? watched(its, `${path}/${key}`);
      children.set(key, child);
      return child.proxy;
    },
  });
  const unread = (): string[] => [
    ...Object.keys(value).flatMap((key) => (read.has(key) ? [] : [`${path}/${key}`])),
    ...[...children.values()].flatMap((child) => child.unread()),
  ];
  return { proxy, unread };
};

/**
 * Faults of a manifest by the schema of its kind. Kubernetes' schemas allow unknown fields, which `kubectl apply` refuses; a field that the schema's
 * validator did not even read is unknown to it.
 */
export const schemaFaultsOf = (manifest: Manifest): string[] => {
  const model = MODELS.find((its) => its.apiVersion === manifest.apiVersion && its.kind === manifest.kind);
  if (!model) return [`${nameOf(manifest)}: no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const { proxy, unread } = watched(manifest, '');
  try {
    (model.prototype.validate as () => void).call(proxy);
  } catch (error) {
    return [`${nameOf(manifest)}: ${error instanceof Error ? error.message : String(error)}`];
  }
  return unread().map((path) => `${nameOf(manifest)}: ${path} is unknown`);
};
