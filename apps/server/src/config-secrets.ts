import { readFileSync } from 'node:fs';

/** Settings that are secret or hold a secret. */
export const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'TESTER_CODE',
  'FILES_S3_KEY',
  'FILES_S3_SECRET',
  'ASSISTANT_API_KEY',
  'CLOUDINARY_URL',
  'IMPORT_TOKENS',
] as const;

type Given = Readonly<Record<string, string>>;

/** The setting that names the file of a secret. */
export const fileOf = (name: string): string => `${name}_FILE`;

const contentOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
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
    const content = contentOf(file);
    if (!content) faults.push(`${fileOf(name)} (${content === null ? 'not readable' : 'empty'})`);
    else if (name in given) faults.push(`${fileOf(name)} (${name} is set as well)`);
    else {
      settings[name] = content;
      delete settings[fileOf(name)];
    }
  }
  return { settings, faults };
};
