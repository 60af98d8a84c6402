import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './manifests.ts';

type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown };
type Kustomization = {
  apiVersion: string;
  kind: 'Kustomization' | 'Component';
  namespace?: string;
  resources?: string[];
  components?: string[];
  images?: { name: string; newName: string; digest: string }[];
  configMapGenerator?: { name: string; envs: string[] }[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
};

const FIELDS = new Set(['apiVersion', 'kind', 'namespace', 'resources', 'components', 'images', 'configMapGenerator', 'patches']);

/** Replaces every text of a value for which `change` returns another one. */
const replaceTexts = <T>(value: T, change: (text: string, key: string) => string): T =>
  JSON.parse(JSON.stringify(value), (key, its: unknown) => (typeof its === 'string' ? change(its, key) : its)) as T;

/** Applies one operation of a JSON patch. Throws where the path leads nowhere. */
const patch = (manifest: Manifest, { op, path, value }: Operation): void => {
  const keys = path.split('/').slice(1);
  const last = keys.pop() ?? '';
  let at: unknown = manifest;
  for (const key of keys) at = (at as Record<string, unknown> | undefined)?.[key];
  if (typeof at !== 'object' || at === null || (op !== 'add' && !(last in at))) throw new Error(`${manifest.kind} has nothing at ${path}`);
  if (op === 'remove') delete (at as Record<string, unknown>)[last];
  else (at as Record<string, unknown>)[last] = value;
};

const generateSettings = (folder: string, { name, envs }: { name: string; envs: string[] }): Manifest => {
  const data = Object.assign({}, ...envs.map((file) => parseEnv(readFileSync(join(folder, file), 'utf8')))) as Record<string, string>;
  const hash = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 10);
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-${hash}` }, data };
};

const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest);

/**
 * Renders a folder as `kubectl kustomize` does, for the few fields that ours use; any other field is refused. Not kubectl itself: Debian 12 has one that is
 * too old for components, and this needs nothing installed. Where a recent kubectl is there, a test compares the two.
 */
export const renderKustomization = (folder: string, before: readonly Manifest[] = []): Manifest[] => {
  const its = parse(readFileSync(join(folder, 'kustomization.yml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(its).filter((field) => !FIELDS.has(field));
  if (unknown.length > 0) throw new Error(`${folder}: this renderer does not know ${unknown.join(', ')}`);
  let manifests = [...before];
  for (const resource of its.resources ?? []) {
    const path = join(folder, resource);
    manifests.push(...(statSync(path).isDirectory() ? renderKustomization(path) : readManifests(path)));
  }
  for (const component of its.components ?? []) manifests = renderKustomization(join(folder, component), manifests);
  for (const generator of its.configMapGenerator ?? []) {
    const settings = generateSettings(folder, generator);
    manifests = replaceTexts(manifests, (text, key) => (key === 'name' && text === generator.name ? settings.metadata.name : text));
    manifests.push(settings);
  }
  for (const { target, patch: operations } of its.patches ?? []) {
    const found = manifests.filter(({ kind, metadata: { name } }) => kind === target.kind && name === target.name);
    if (found.length === 0) throw new Error(`${folder}: a patch is for ${target.kind} ${target.name}, which is not there`);
    for (const manifest of found) for (const operation of parse(operations) as Operation[]) patch(manifest, operation);
  }
  for (const { name, newName, digest } of its.images ?? [])
    manifests = replaceTexts(manifests, (text, key) => (key === 'image' && text === name ? `${newName}@${digest}` : text));
  const { namespace } = its;
  if (namespace !== undefined)
    for (const { kind, metadata } of manifests) {
      if (kind === 'Namespace') metadata.name = namespace;
      else metadata.namespace = namespace;
    }
  return manifests;
};
