import { readFile, writeFile } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { basename } from 'node:path';
import { type Config, hidingSecrets, redactedSettings } from '../../apps/server/src/config.ts';
import { build } from '../../apps/server/src/platform/build.ts';
import type { Finding } from '../../apps/server/src/platform/checks/finding.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';
import { readDatabaseFacts } from './database-facts.ts';
import { type TarEntry, tarOf } from './tar.ts';

const LINES = 1_000;
const ANSWERS_WITHIN_MS = 10_000;
/** Minimum length of a line of a key that is removed from the bundle. Shorter parts are no secret. */
const KEY_LINE_SIGNS = 16;
/** Longest name of a log in the bundle. */
const LOG_NAME_SIGNS = 60;

export type Bundle = {
  config: Config;
  findings: readonly Finding[];
  /** The findings as text. */
  words: string;
  file: string;
  /** Paths of the known log files of the processes. */
  logs: readonly string[];
  now: Date;
};

const ABOUT = `Findings of Endcap's doctor, for support. \`npm run doctor -- --bundle FILE\` wrote it.

doctor.txt, doctor.json    what the doctor says of everything that Endcap stands on
versions.json              Endcap, Node.js, the operating system
settings.json              every setting; of a secret only whether it is set
database.json              PostgreSQL, migrations, sizes of tables, open sends, processes, background jobs, connections
health.json                what both APIs answer at /readyz
log-*                      the last ${LINES} lines of each log that is known

It holds no password, key or token, no text of a message and no name of a customer. Read the logs before you pass it on.
`;

/** Returns the key of the push service, whole and by lines, so that it can be removed from logs as well. */
const keyParts = async ({ ENDCAP_PUSH_CREDENTIALS_FILE: file }: Config): Promise<string[]> => {
  if (file === undefined) return [];
  try {
    const { private_key: key } = Object(JSON.parse(await readFile(file, 'utf8'))) as { private_key?: unknown };
    if (typeof key !== 'string') return [];
    return [key, ...key.split('\n').filter((line) => line.length >= KEY_LINE_SIGNS && !line.startsWith('-----'))];
  } catch {
    // The doctor's findings already report a file that cannot be read.
    return [];
  }
};

const healthAt = async (url: string): Promise<unknown> => {
  try {
    const response = await fetch(`${url}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    return { error: errorText(error) };
  }
};

const NO_LOG = `No log is known. With systemd: journalctl -u 'endcap-*' -n ${LINES} -o cat > endcap.log, and --log endcap.log beside --bundle.
`;
const logEntry = async (file: string): Promise<TarEntry> => ({
  name: `log-${basename(file).slice(-LOG_NAME_SIGNS)}`,
  text: `${(await readFile(file, 'utf8')).trimEnd().split('\n').slice(-LINES).join('\n')}\n`,
});

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a diagnostics bundle for support to a new file that only its owner can read. Secrets of the settings are removed. */
export const writeBundle = async ({ config, findings, words, file, logs, now }: Bundle): Promise<void> => {
  const [logEntries, database, staff, app, key] = await Promise.all([
    Promise.all(logs.map(logEntry)),
    readDatabaseFacts(config),
    healthAt(config.ENDCAP_ADMIN_URL),
    healthAt(config.ENDCAP_APP_URL),
    keyParts(config),
  ]);
  const entries: TarEntry[] = [
    { name: 'README.txt', text: ABOUT },
    { name: 'doctor.txt', text: `${words}\n` },
    { name: 'doctor.json', text: asJson(findings) },
    {
      name: 'versions.json',
      text: asJson({ madeAt: now, endcap: build, node: process.versions.node, system: `${platform()} ${release()} ${arch()}` }),
    },
    { name: 'settings.json', text: asJson(redactedSettings(config)) },
    { name: 'database.json', text: asJson(database) },
    { name: 'health.json', text: asJson({ staff, app }) },
    ...(logEntries.length > 0 ? logEntries : [{ name: 'log.txt', text: NO_LOG }]),
  ];
  // Every entry is cleaned, since an error or a log line may contain the value of a setting.
  const hide = hidingSecrets(config, key);
  const clean = entries.map(({ name, text }) => ({ name: `endcap-bundle/${name}`, text: hide(text) }));
  await writeFile(file, tarOf(clean, now), { flag: 'wx', mode: 0o600 });
};
