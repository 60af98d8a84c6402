import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackage, onPath } from '../../test/system-package.ts';

/** Path of a wrk: an installed one, else Debian's package. A loader in JavaScript would be the limit itself. */
export const findWrk = (): string => {
  const found = process.env['WRK_PATH'] ?? onPath(['wrk']) ?? (installPackage('wrk') ? onPath(['wrk']) : undefined);
  if (!found) throw new Error('The lists bench needs wrk: install it, or set WRK_PATH to one.');
  return found;
};

type Load = { wrk: string; folder: string; port: number; paths: readonly string[]; token: string; connections: number; seconds: number };
export type Loaded = { perSecond: number; p50: number; p99: number; failed: number };

/** What a server answers under load, asked for the paths in turn over kept connections. */
export const load = async ({ wrk, folder, port, paths, token, connections, seconds }: Load): Promise<Loaded> => {
  const file = join(folder, 'paths');
  writeFileSync(file, `${paths.join('\n')}\n`);
  const { stdout } = await promisify(execFile)(
    wrk,
    ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', 'scripts/bench/lists/wrk.lua', `http://127.0.0.1:${port}`],
    { env: { ...process.env, PATHS: file, TOKEN: token } },
  );
  const result = /RESULT (.+)/.exec(stdout)?.[1];
  if (result === undefined) throw new Error(`wrk told nothing:\n${stdout}`);
  return JSON.parse(result) as Loaded;
};
