// npm run import -- segments|thresholds|stores FILE: into the database of `npm start`, or that of DATABASE_URL.
import { existsSync, readFileSync } from 'node:fs';
import { connectDirectly, directUrl } from '../../apps/server/src/world.ts';
import { importFile } from '../../apps/server/src/features/imports/index.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { parseStrictJson } from '../../apps/server/src/platform/http/strict-json.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { IMPORT_MAX_BYTES } from '@endcap/contract/imports';
import { openOwnDatabase } from '../launch/own-database.ts';
import { importArguments, USAGE } from './arguments.ts';
import { reportText } from './report-text.ts';

const fail = (message: string, code: number): never => {
  console.error(message);
  process.exit(code);
};

const wanted = importArguments(process.argv.slice(2)) ?? fail(USAGE, 64);
if (!existsSync(wanted.path)) fail(`There is no file ${wanted.path}`, 66);
const bytes = readFileSync(wanted.path);
if (bytes.length > IMPORT_MAX_BYTES) fail(`The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MiB`, 65);

const withoutMark = (file: Buffer): Buffer => (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? file.subarray(3) : file);
const read = (): unknown => {
  if (!wanted.path.toLowerCase().endsWith('.json')) return bytes;
  try {
    return parseStrictJson(withoutMark(bytes), Number.POSITIVE_INFINITY);
  } catch (error) {
    return fail(`${wanted.path}: ${(error as Error).message}`, 65);
  }
};

const { config, leave } = await openOwnDatabase(process.env, { isNew: true });
const db = connectDirectly({ config, log: createLog('warn', 'import'), now: () => new Date() });
let code = 0;
try {
  await migrate(directUrl(config));
  const { kind, encoding, dryRun, path } = wanted;
  const report = await importFile({ db, now: () => new Date() })({ kind, file: read(), encoding, dryRun, actorId: 'import-command' });
  console.log(reportText(report, path));
  code = report.problemCount > 0 ? 65 : 0;
} finally {
  await db.destroy();
  await leave();
}
process.exit(code);
