import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemUser } from './system-user.ts';

/** Mode bits that must be off: PostgreSQL rejects a data folder that the group can write to or others can access. */
const OTHERS = 0o027;

const refuse = (data: string, what: string, mend: string): never => {
  throw new Error(`${data} ${what}: ${mend}. Nothing was changed.`);
};

/**
 * Throws a sentence if this PostgreSQL cannot open the data folder, before anything is written (D-23). Accepts a missing or empty folder.
 */
export const dataMustBeUsable = (data: string, passwordFile: string, user: SystemUser, major: string): void => {
  if (!existsSync(data) || readdirSync(data).length === 0) return;
  const versionFile = join(data, 'PG_VERSION');
  if (!existsSync(versionFile)) refuse(data, 'holds something, but no PG_VERSION', 'put that file back, or choose another ENDCAP_DATA_DIR');
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== major)
    refuse(
      data,
      `was written by PostgreSQL ${version}, this is ${major}`,
      'dump it with its own version first, or choose another ENDCAP_DATA_DIR',
    );
  if (!existsSync(passwordFile))
    refuse(data, `has lost its password, ${passwordFile}`, 'put that file back, or choose another ENDCAP_DATA_DIR');
  const { uid, mode } = statSync(data);
  const runsAs = user?.uid ?? process.getuid?.();
  if (runsAs !== undefined && uid !== runsAs)
    refuse(data, `belongs to account ${uid}, and PostgreSQL runs under ${runsAs}`, `chown -R ${runsAs} ${data}`);
  if (runsAs !== undefined && (mode & OTHERS) !== 0)
    refuse(data, `may be entered by others (mode ${(mode & 0o777).toString(8)}), which PostgreSQL refuses`, `chmod 700 ${data}`);
  const pidFile = join(data, 'postmaster.pid');
  if (existsSync(pidFile) && !/^\d+$/.test(readFileSync(pidFile, 'utf8').split('\n')[0] ?? ''))
    refuse(data, 'has a damaged postmaster.pid', `remove ${pidFile} once no PostgreSQL runs on these data`);
};
