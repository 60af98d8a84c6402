import { readFileSync } from 'node:fs';
import { whyUnreadable } from './platform/files/why-unreadable.ts';

/** Settings that are secret or hold a secret. */
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

type Given = Readonly<Record<string, string>>;

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
 * Settings with each secret that a file holds, as systemd and container engines hand them over, in place of the file's name, and what is wrong with the other
 * files (OPS-11).
 */
export const withSecrets = (given: Given): { settings: Given; faults: string[] } => {
  const settings = { ...given };
  const faults: string[] = [];
  for (const name of secrets) {
    const file = given[fileOf(name)];
    if (file === undefined) continue;
    const read = contentOf(file);
    if ('fault' in read) faults.push(`${fileOf(name)} (${read.fault})`);
    else if (name in given) faults.push(`${fileOf(name)} (${name} is set as well)`);
    else {
      settings[name] = read.content;
      delete settings[fileOf(name)];
    }
  }
  return { settings, faults };
};
