import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isSetting } from '../launch/own-environment.ts';
import { PROCESS_ENVIRONMENT } from '../launch/process-environment.ts';
import { addressIn, type ComposeService, readCompose, secondsOf } from './read-compose.ts';
import { environmentOf, readImage } from './read-containerfile.ts';
import { fencesOf } from './read-document.ts';
import { readService } from './read-units.ts';

export const UNITS = 'deploy/systemd';
export const compose = readCompose('deploy/compose/compose.yml');
export const image = readImage('deploy/Containerfile');
const example = readFileSync('deploy/endcap.env', 'utf8');
export const KINDS = ['admin-api', 'app-api', 'push-worker'] as const;
export type Kind = (typeof KINDS)[number];

/** A process as described by both kinds of deployment. */
export type Process = {
  name: string;
  kind: Kind;
  words: string[];
  settings: Record<string, string>;
  stopSeconds: number;
  /** Port and path of its health checks, at the address of its HOST. */
  probes: string[];
  /** Address under which nginx reaches it; undefined for a worker. */
  address: string | undefined;
};

const PROBE = /^\d+\/\w+$/;

/** Replaces paths of an installed machine by those in this repository. */
export const here = (text: string): string =>
  text.replaceAll('/etc/endcap/endcap.env', 'deploy/endcap.env').replaceAll('/opt/endcap/current/', '');

/** Units that installing.md starts. */
const started = [
  ...fencesOf('docs/operators/installing.md', 'sh')
    .join('')
    .matchAll(/endcap-[\w-]+@\d/g),
].map(([name]) => name);
export const unitProcesses = [...new Set(started)].map((name): Process => {
  const service = readService(UNITS, name, { here });
  const settings = service.environment();
  const kind = KINDS.find((its) => name.startsWith(`endcap-${its}@`)) ?? 'push-worker';
  const port = { 'admin-api': settings['ENDCAP_ADMIN_PORT'], 'app-api': settings['ENDCAP_APP_PORT'], 'push-worker': undefined }[kind];
  return {
    name,
    kind,
    words: service.commands('ExecStart')[0]?.words ?? [],
    settings,
    stopSeconds: service.seconds('TimeoutStopSec'),
    probes: service.commands('ExecStartPost').flatMap(({ words }) => words.filter((word) => PROBE.test(word))),
    address: port && `127.0.0.1:${port}`,
  };
});

const settingsOf = (service: ComposeService): Record<string, string> => ({
  ...environmentOf(image),
  ...(parseEnv(example) as Record<string, string>),
  ...service.environment,
});
export const composeProcesses = Object.entries(compose.services).flatMap(([name, service]): Process[] => {
  const kind = KINDS.find((its) => name.replace(/-\d$/, '') === its);
  if (!kind) return [];
  const { PATH: _, ...settings } = settingsOf(service);
  const port = {
    'admin-api': settings['ENDCAP_ADMIN_PORT'] ?? '3000',
    'app-api': settings['ENDCAP_APP_PORT'] ?? '3001',
    'push-worker': undefined,
  }[kind];
  return [
    {
      name,
      kind,
      words: service.command ?? [],
      settings,
      stopSeconds: secondsOf(service.stop_grace_period),
      probes: (service.healthcheck?.test ?? []).filter((word) => PROBE.test(word)),
      address: port && `${addressIn(service, 'front')}:${port}`,
    },
  ];
});

/** Returns whether Endcap uses an environment variable of this name. */
export const isKnown = (name: string): boolean => isSetting(name) || name in PROCESS_ENVIRONMENT;
/** Settings whose value is a secret. With the suffix `_FILE` a setting names a file with the secret instead. */
export const SECRET =
  /^(DATABASE_URL|ENDCAP_DATABASE_DIRECT_URL|ENDCAP_TESTER_CODE|ENDCAP_FILES_S3_KEY|ENDCAP_FILES_S3_SECRET|ENDCAP_ASSISTANT_API_KEY|ENDCAP_CLOUDINARY_URL|ENDCAP_IMPORT_TOKENS)$/;
