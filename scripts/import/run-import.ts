import { readFileSync } from 'node:fs';
import { IMPORT_MAX_BYTES } from '@endcap/contract/imports';
import { importFile } from '../../apps/server/src/features/imports/index.ts';
import { createDatabaseClock } from '../../apps/server/src/platform/db/database-clock.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { parseStrictJson } from '../../apps/server/src/platform/http/strict-json.ts';
import { readText } from '../../apps/server/src/platform/read-text.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { databaseMustFit } from '../../apps/server/src/start-checks.ts';
import { connectDirectly, directUrl } from '../../apps/server/src/context.ts';
import { failedWith, parseWords, rejected, type Shell } from '../launch/command.ts';
import { openOwnDatabase } from '../launch/own-database.ts';
import { HELP, type ImportArguments, importArguments } from './arguments.ts';
import { reportText } from './report-text.ts';

/** Reads a file for the import: CSV as bytes, JSON parsed. `problem` is the reason why it cannot be read. */
const read = async (path: string): Promise<{ file: unknown } | { problem: string }> => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read (${code})` };
  }
  if (bytes.length > IMPORT_MAX_BYTES) return { problem: `the file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MiB` };
  if (!path.toLowerCase().endsWith('.json')) return { file: bytes };
  try {
    const text = readText(bytes, ['utf-8']);
    return { file: await parseStrictJson(text === null ? bytes : Buffer.from(text), Number.POSITIVE_INFINITY) };
  } catch (error) {
    return { problem: `${path}: ${(error as Error).message}` };
  }
};

/** Runs the import and prints its report. Returns true if there were no problems. */
const imported = async ({ kind, encoding, dryRun, path }: ImportArguments, file: unknown, { env, print }: Shell): Promise<boolean> => {
  const { config, isOurs, leave } = await openOwnDatabase(env, { isNew: true });
  const clock = createDatabaseClock();
  const { now } = clock;
  const db = connectDirectly({ config, log: createLog('warn', 'import'), now, clock });
  try {
    // Migrates only the database of `npm start`. The operator of an external server runs migrations, as the owner of its tables.
    await (isOurs ? migrate(directUrl(config)) : databaseMustFit(db));
    const report = await importFile({ db, now })({ kind, file, encoding, dryRun, actorId: 'import-command' });
    print(reportText(report, path));
    return report.problemCount === 0;
  } finally {
    await db.destroy();
    await leave();
  }
};

/** Runs `npm run import`; returns its exit code. */
export const runImport = async (words: readonly string[], shell: Shell): Promise<number> => {
  const wanted = parseWords('import', HELP, importArguments, words, shell);
  if (typeof wanted === 'number') return wanted;
  const found = await read(wanted.path);
  if ('problem' in found) return rejected('import', found.problem, shell);
  return imported(wanted, found.file, shell).then(
    (isWhole) => (isWhole ? 0 : 1),
    (error: unknown) => failedWith('import', error, shell),
  );
};
