// npm run import -- segments|thresholds|stores FILE: into the database of `npm start`, or that of DATABASE_URL. `--help` says all.
import { readFileSync } from 'node:fs';
import { connectDirectly, directUrl } from '../../apps/server/src/world.ts';
import { importFile } from '../../apps/server/src/features/imports/index.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { parseStrictJson } from '../../apps/server/src/platform/http/strict-json.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { databaseMustFit } from '../../apps/server/src/start-checks.ts';
import { IMPORT_MAX_BYTES } from '@endcap/contract/imports';
import { asked, failedWith, notUnderstood } from '../launch/command.ts';
import { openOwnDatabase } from '../launch/own-database.ts';
import { HELP, importArguments } from './arguments.ts';
import { reportText } from './report-text.ts';

const wanted = asked('import', HELP, importArguments);

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return notUnderstood('import', code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read (${code})`);
  }
};
const bytes = bytesOf(wanted.path);
if (bytes.length > IMPORT_MAX_BYTES) notUnderstood('import', `the file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MiB`);

const withoutMark = (file: Buffer): Buffer => (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? file.subarray(3) : file);
const read = (): unknown => {
  if (!wanted.path.toLowerCase().endsWith('.json')) return bytes;
  try {
    return parseStrictJson(withoutMark(bytes), Number.POSITIVE_INFINITY);
  } catch (error) {
    return notUnderstood('import', `${wanted.path}: ${(error as Error).message}`);
  }
};

/** Whether all of it was understood and taken over. */
const imported = async (file: unknown): Promise<boolean> => {
  const { config, isOurs, leave } = await openOwnDatabase(process.env, { isNew: true });
  const db = connectDirectly({ config, log: createLog('warn', 'import'), now: () => new Date() });
  try {
    // A server of one's own is migrated when its owner says so, and by who owns its tables.
    await (isOurs ? migrate(directUrl(config)) : databaseMustFit(db));
    const { kind, encoding, dryRun, path } = wanted;
    const report = await importFile({ db, now: () => new Date() })({ kind, file, encoding, dryRun, actorId: 'import-command' });
    console.log(reportText(report, path));
    return report.problemCount === 0;
  } finally {
    await db.destroy();
    await leave();
  }
};

process.exit(
  await imported(read()).then(
    (isWhole) => (isWhole ? 0 : 1),
    (error: unknown) => failedWith('import', error),
  ),
);
