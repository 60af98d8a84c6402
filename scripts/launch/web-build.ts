import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const sources = [
  'apps/web/src',
  'packages/contract/src',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/vite',
  'package.json',
  'package-lock.json',
];

const filesUnder = (path: string): string[] =>
  path.includes('.')
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
};

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Compresses once at build time what would otherwise be compressed per request. */
const precompress = (folder: string): void => {
  for (const name of readdirSync(folder).filter((file) => COMPRESSIBLE.test(file))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    );
  }
};

/** Builds the web page if its sources changed. Returns the build output with the size of each screen; null if nothing was built. */
export const buildWeb = async (): Promise<string | null> => {
  const marker = 'apps/web/dist/.sources';
  const current = fingerprint();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === current) return null;
  const output: Buffer[] = [];
  const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Under `npm test` NODE_ENV is `test`, with which React's development build would be bundled.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => vite.on('exit', resolve));
  const printed = Buffer.concat(output).toString();
  if (code !== 0) throw new Error(`The web page cannot be built:\n${printed}`);
  precompress('apps/web/dist/assets');
  writeFileSync(marker, current);
  return printed;
};
