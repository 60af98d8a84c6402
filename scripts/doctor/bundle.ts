import { readFile, writeFile } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { basename } from 'node:path';
import { type Config, hidingSecrets, shownSettings } from '../../apps/server/src/config.ts';
import { build } from '../../apps/server/src/platform/build.ts';
import type { Finding } from '../../apps/server/src/platform/checks/finding.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';
import { readDatabaseFacts } from './database-facts.ts';
import { type TarEntry, tarOf } from './tar.ts';

const LINES = 1_000;
const ANSWERS_WITHIN_MS = 10_000;
/** A line of a key in a file; shorter words of it are no secret. */
const KEY_LINE_SIGNS = 16;
/** Names in the bundle are short. */
const LOG_NAME_SIGNS = 60;

export type Bundle = {
  config: Config;
  findings: readonly Finding[];
  /** The findings in words. */
  words: string;
  file: string;
  /** Files with the log of the processes, as far as they are known. */
  logs: readonly string[];
  now: Date;
};

const ABOUT = `What Endcap's doctor found, for whoever helps. \`npm run doctor -- --bundle FILE\` wrote it.

doctor.txt, doctor.json    what the doctor says of everything that Endcap stands on
versions.json              Endcap, Node.js, the operating system
settings.json              every setting; of a secret only whether it is set
database.json              PostgreSQL, migrations, sizes of tables, open sends, processes, background jobs, connections
health.json                what both APIs answer at /readyz
log-*                      the last ${LINES} lines of each log that is known

It holds no password, key or token, no text of a message and no name of a customer. Read the logs before you pass it on.
`;

/** The key of the push service, whole and by its lines: nobody should find it in a log either. */
const keyParts = async ({ ENDCAP_PUSH_CREDENTIALS_FILE: file }: Config): Promise<string[]> => {
  if (file === undefined) return [];
  try {
    const { private_key: key } = Object(JSON.parse(await readFile(file, 'utf8'))) as { private_key?: unknown };
    if (typeof key !== 'string') return [];
    return [key, ...key.split('\n').filter((line) => line.length >= KEY_LINE_SIGNS && !line.startsWith('-----'))];
  } catch {
    // The doctor says what is wrong with the file.
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

/** Collects what somebody needs who helps from afar, without the secrets of the settings, and writes it to a new file for its owner alone. */
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
    { name: 'settings.json', text: asJson(shownSettings(config)) },
    { name: 'database.json', text: asJson(database) },
    { name: 'health.json', text: asJson({ staff, app }) },
    ...(logEntries.length > 0 ? logEntries : [{ name: 'log.txt', text: NO_LOG }]),
  ];
  // All of it, whatever it is: an error or a line of a log may repeat what a setting says.
  const hide = hidingSecrets(config, key);
  const clean = entries.map(({ name, text }) => ({ name: `endcap-bundle/${name}`, text: hide(text) }));
  await writeFile(file, tarOf(clean, now), { flag: 'wx', mode: 0o600 });
};
