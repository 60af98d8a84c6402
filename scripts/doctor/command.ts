import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../../apps/server/src/config.ts';
import type { Finding } from '../../apps/server/src/platform/checks/finding.ts';
import { failedWith, parseWords, type Shell } from '../launch/command.ts';
import { DATABASE, launchSettings } from '../launch/settings.ts';
import { findCluster } from '../postgres/cluster.ts';
import { writeBundle } from './bundle.ts';
import { type Doctor, runDoctor } from './run-doctor.ts';

const HELP = `npm run doctor [-- --json] [--bundle FILE [--log FILE]]

Looks at everything that Endcap stands on and says of each what is wrong and what to do: settings, version, Node, PostgreSQL (version, rights, extensions, collation, schema,
clock, limits of statements, whether what it says is heard, connections, what a standby would take over), workers, the versions of connected processes, what is being sent, the last backup, room on the disk, the built page, the place of files, the identity provider and its keys, the key of the push
service (it judges a message that reaches nobody), whether phones behind a proxy are told apart,
whether ENDCAP_ADMIN_URL and ENDCAP_APP_URL are answered from outside, and the certificates there and at the provider, the push service and the store. A file is written where uploads lie and
removed again, and one row is written to the database and rolled back; nothing else is changed, and no secret is printed.

The settings are those that the processes are started with, from the environment; without DATABASE_URL those of \`npm start\` in ENDCAP_DATA_DIR (.data).
Each line is printed as soon as it is known.
--json: a list of {name, state: "ok" | "note" | "wrong", says, todo}.
--bundle FILE: also writes a new .tar.gz for support: these lines, versions, settings, migrations, sizes of tables, open sends, background jobs,
what both APIs answer at /readyz, and the last 1,000 lines of each log: of \`npm start\`, or of the file that --log names. Passwords, keys and tokens of the settings are replaced in all of it.

Ends with 0; with 1 when something is wrong; with 2 when it was asked for something else; with 78 when the settings cannot be read.`;

/** As the processes read them; without a server of one's own, as `npm start` hands them out, which also writes logs. */
const wanted = (env: NodeJS.ProcessEnv): Doctor & { logs: string[] } => {
  const { folder, environment, overridden, databaseUrl } = launchSettings(env);
  if (databaseUrl !== undefined || env['NODE_ENV'] === 'production') return { config: readConfig(env), logs: [] };
  const url = findCluster(folder)?.(DATABASE);
  return {
    config: readConfig({ ...environment, DATABASE_URL: url ?? 'postgres://127.0.0.1/none' }),
    noDatabase: url === undefined ? `no database runs in ${folder}` : undefined,
    overridden,
    logs: globSync(`${folder}/logs/*.log`).toSorted(),
  };
};

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };
const NAME_SIGNS = 18;
const inWords = ({ name, state, says, todo }: Finding): string =>
  `${MARKS[state]}  ${name.padEnd(NAME_SIGNS)}${says}${todo ? `\n       ${' '.repeat(NAME_SIGNS)}→ ${todo}` : ''}`;

type Wanted = { isJson: boolean; bundle?: string | undefined; log?: string | undefined };

const readWords = (words: readonly string[]): Wanted | string => {
  const options = { json: { type: 'boolean' }, bundle: { type: 'string' }, log: { type: 'string' } } as const;
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const strange = tokens.find((token) => token.kind !== 'option' || !(token.name in options));
  if (strange) return `${words[strange.index]} is not known`;
  try {
    const { json = false, bundle, log } = parseArgs({ args: [...words], options }).values;
    if (log !== undefined && bundle === undefined) return '--log is for --bundle';
    return { isJson: json, bundle, log };
  } catch {
    return '--bundle and --log take a FILE';
  }
};

/** Runs `npm run doctor`; returns its exit code. */
export const runDoctorCommand = async (words: readonly string[], shell: Shell): Promise<number> => {
  const options = parseWords('doctor', HELP, readWords, words, shell);
  if (typeof options === 'number') return options;
  try {
    const { logs, ...doctor } = wanted(shell.env);
    const report = (finding: Finding): void => (options.isJson ? undefined : shell.print(inWords(finding)));
    const findings = await runDoctor({ ...doctor, report });
    if (options.isJson) shell.print(JSON.stringify(findings));
    const { bundle: file, log } = options;
    if (file !== undefined) {
      const summary = findings.map(inWords).join('\n');
      await writeBundle({ config: doctor.config, findings, words: summary, file, logs: log === undefined ? logs : [log], now: new Date() });
      if (!options.isJson) shell.print(`Written to ${file}: read the logs in it before you pass it on.`);
    }
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
  } catch (error) {
    return failedWith('doctor', error, shell);
  }
};
