import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    const commandLine = `/proc/${pid}/cmdline`;
    return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('launch/main.ts');
  } catch {
    return false;
  }
};

/** Prevents two launchers from using one data folder (F52); the lock of a launcher that was killed is taken over. */
export const lockFolder = (folder: string): (() => void) => {
  const file = join(folder, 'endcap.pid');
  try {
    mkdirSync(folder, { recursive: true });
    const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (owner && owner !== process.pid && isRunning(owner))
      throw new Error(`Endcap already runs on ${folder} (process ${owner}): stop it first, or choose another ENDCAP_DATA_DIR.`);
    writeFileSync(file, String(process.pid));
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Error(`Endcap cannot write to ${folder} (${String(error.code)}): give it permission, or choose another ENDCAP_DATA_DIR.`);
    throw error;
  }
  return () => rmSync(file, { force: true });
};
