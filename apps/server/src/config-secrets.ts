import { readFileSync } from 'node:fs';
import type { Config } from './config-schema.ts';
import { whyUnreadable } from './platform/files/why-unreadable.ts';

/** Settings that are secret or contain a secret. */
export const secrets = [
  'DATABASE_URL',
  'ENDCAP_DATABASE_DIRECT_URL',
  'ENDCAP_TESTER_CODE',
  'ENDCAP_FILES_S3_KEY',
  'ENDCAP_FILES_S3_SECRET',
  'ENDCAP_ASSISTANT_API_KEY',
  'ENDCAP_CLOUDINARY_URL',
  'ENDCAP_IMPORT_TOKENS',
] as const;

type Env = Readonly<Record<string, string>>;

/** The setting that names the file of a secret. */
export const fileOf = (name: string): string => `${name}_FILE`;

const contentOf = (file: string): { content: string } | { fault: string } => {
  try {
    const content = readFileSync(file, 'utf8').trim();
    return content ? { content } : { fault: 'the file is empty' };
  } catch (error) {
    return { fault: whyUnreadable(error) };
  }
};

/**
 * Replaces each setting that names the file of a secret by the secret in it, since systemd and container engines pass secrets as files.
 * `faults`: the files that cannot be used (OPS-11).
 */
export const withSecrets = (env: Env): { settings: Env; faults: string[] } => {
  const settings = { ...env };
  const faults: string[] = [];
  for (const name of secrets) {
    const file = env[fileOf(name)];
    if (file === undefined) continue;
    const read = contentOf(file);
    if ('fault' in read) faults.push(`${fileOf(name)} (${read.fault})`);
    else if (name in env) faults.push(`${fileOf(name)} (${name} is set as well)`);
    else {
      settings[name] = read.content;
      delete settings[fileOf(name)];
    }
  }
  return { settings, faults };
};

const HIDDEN = '[hidden]';

const urlIn = (value: unknown): URL | null => (typeof value === 'string' && URL.canParse(value) ? new URL(value) : null);
/** The secret parts of an address: its login and its query. The user of a database is not secret. */
const secretsInUrl = (value: unknown): string[] => {
  const url = urlIn(value);
  if (!url) return [];
  if (url.protocol.startsWith('postgres')) return [url.password, ...url.searchParams.getAll('password')];
  return [url.username, url.password, ...url.searchParams.values()];
};
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
/** Returns the encodings of a text in URLs, JSON and headers. */
const spellingsOf = (text: string): string[] =>
  [...new Set([text, decoded(text)])].flatMap((one) => [
    one,
    encodeURIComponent(one),
    JSON.stringify(one).slice(1, -1),
    Buffer.from(one).toString('base64'),
  ]);
const quoted = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Returns a function that replaces every secret of the settings in a text, and `more` secrets, however they are spelt. */
export const hidingSecrets = (config: Config, more: readonly string[] = []): ((text: string) => string) => {
  const whole = secrets.flatMap((name) => config[name] ?? []);
  const texts = [...whole, ...Object.values(config).flatMap(secretsInUrl), ...more].filter((text) => text !== '').flatMap(spellingsOf);
  if (texts.length === 0) return (text) => text;
  // The longest first: one may be a part of another.
  const any = new RegExp(
    [...new Set(texts)]
      .sort((a, b) => b.length - a.length)
      .map(quoted)
      .join('|'),
    'g',
  );
  return (text) => text.replaceAll(any, HIDDEN);
};

/** Returns all settings without secrets: `set` or `not set` in place of a secret, addresses without login and query. */
export const redactedSettings = (config: Config): Record<string, unknown> => {
  const names: readonly string[] = secrets;
  const redacted = (name: string, value: unknown): unknown => {
    if (names.includes(name)) return value === undefined || String(value) === '' ? 'not set' : 'set';
    const url = urlIn(value);
    return url && secretsInUrl(value).some((text) => text !== '') ? `${url.protocol}//${url.host}${url.pathname}` : value;
  };
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, redacted(name, value)]));
};
