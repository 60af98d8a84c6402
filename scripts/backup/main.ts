// npm run backup|restore -- FOLDER, npm run drill. `--help` prints the usage.
import { ConfigurationError } from '../../apps/server/src/configuration-error.ts';
import { argumentsOf, type Command, commands, help } from './arguments.ts';
import { HalfDone } from './refusal.ts';
import { namesServer, openDataLocation } from './data-location.ts';
import { restoreBackup } from './restore-backup.ts';
import { drilledReport, type Report, restoredReport, takenReport } from './reports.ts';
import { runDrill } from './run-drill.ts';
import { takeBackup } from './take-backup.ts';

const MISUSED = 2;
const CANNOT_WORK = 78;
const FAILED = 1;

const command = commands.find((name) => name === process.argv[2]);
if (!command) {
  console.error(`scripts/backup/main.ts: a command is one of ${commands.join(', ')}; \`scripts/backup/main.ts backup --help\` says all.`);
  process.exit(MISUSED);
}
const wanted = argumentsOf(command, process.argv.slice(3));
if (typeof wanted === 'string') {
  console.error(wanted);
  process.exit(MISUSED);
}
if (wanted.help) {
  console.log(help[command]);
  process.exit(0);
}

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());

type Opened = Awaited<ReturnType<typeof openDataLocation>>;
const atLocation = async (isNew: boolean, work: (location: Opened) => Promise<Report>): Promise<Report> => {
  const location = await openDataLocation(process.env, { isNew });
  return work(location).finally(location.close);
};
const run: Record<Command, (folder: string | null) => Promise<Report>> = {
  backup: (folder) =>
    atLocation(false, async (location) => {
      const taken = await takeBackup(location, folder ?? '', stopped.signal);
      await location.note({ takenAt: new Date(taken.takenAt), lost: taken.lost.length }).catch((error: Error) => {
        throw new HalfDone(`the backup is in ${taken.folder}, but the database cannot be told (${error.message})`);
      });
      return takenReport(taken);
    }),
  restore: (folder) => atLocation(true, async (location) => restoredReport(await restoreBackup(location, folder ?? '', stopped.signal))),
  drill: async (folder) => {
    const drilled = (location?: Opened) => runDrill(folder === null && location ? { location } : { folder: folder ?? '' }, stopped.signal);
    // A machine that only tests backups has no database in which to record the drill.
    if (folder !== null && !namesServer(process.env)) return drilledReport(await drilled());
    return atLocation(false, async (location) => {
      const report = drilledReport(await drilled(location));
      await location.noteDrill().catch((error: Error) => {
        throw new HalfDone(`the backup came back, but the database cannot be told (${error.message})`);
      });
      return report;
    });
  },
};

const startedAt = performance.now();
try {
  const { text, warnings, facts } = await run[command](wanted.folder);
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  for (const warning of warnings) console.error(warning);
  console.log(wanted.json ? JSON.stringify({ ...facts, seconds }) : `${text} (${seconds} s)`);
} catch (error) {
  const reason = stopped.signal.aborted ? 'stopped' : error instanceof Error ? error.message : String(error);
  console.error(`${command}: ${reason.replace(/\.$/, '')}.${error instanceof HalfDone ? '' : ' Nothing was changed.'}`);
  process.exitCode = error instanceof ConfigurationError ? CANNOT_WORK : FAILED;
}
process.exit();
