import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Networks = string[] | Record<string, { ipv4_address?: string }>;
export type ComposeService = {
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  tmpfs?: string | string[];
  networks: Networks;
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  stop_grace_period?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
};
export type Compose = {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, object>;
  secrets: Record<string, { file: string }>;
};

export const readCompose = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

/** Seconds of a duration like `75s`. */
export const secondsOf = (duration: string | undefined): number => {
  const [, seconds] = /^(\d+)s$/.exec(duration ?? '') ?? [];
  return Number(seconds);
};
export const addressIn = ({ networks }: ComposeService, network: string): string | undefined =>
  Array.isArray(networks) ? undefined : networks[network]?.ipv4_address;
export const networksOf = ({ networks }: ComposeService): string[] => (Array.isArray(networks) ? networks : Object.keys(networks));
