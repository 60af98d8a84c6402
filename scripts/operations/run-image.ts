import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copiesOf, environmentOf, readImage } from './read-containerfile.ts';
import { type Started, startIn } from './start-in.ts';

const ROOT = '/endcap';

/** Copies the files of the Containerfile from a built clone into a folder, and runs commands there like in a container. */
export const runImage = ({ containerfile, clone, folder }: { containerfile: string; clone: string; folder: string }) => {
  const image = readImage(containerfile);
  for (const { from, to } of copiesOf(image)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(clone, from), join(folder, to), { recursive: true, verbatimSymlinks: true });
  }
  const own = environmentOf(image);
  const PATH = (own['PATH'] ?? '').replaceAll(`${ROOT}/`, `${folder}/`);
  // The shell looks for a program in the image's PATH, as a container engine does.
  const start = (words: readonly string[], env: Record<string, string>): Started =>
    startIn(folder, ['/bin/sh', '-c', 'exec "$@"', 'sh', ...words], { ...own, ...env, PATH });
  return {
    start,
    /** Runs a command to its end. Returns its exit code and output. */
    run: async (words: readonly string[], env: Record<string, string>): Promise<[number | null, string]> => {
      const { child, output } = start(words, env);
      const [code] = (await once(child, 'close')) as [number | null];
      return [code, output()];
    },
    /** Returns all files with their modification times, to detect writes. */
    written: (): string[] =>
      globSync('**', { cwd: folder, exclude: (name) => name.includes('node_modules/') }).map(
        (name) => `${name} ${statSync(join(folder, name)).mtimeMs}`,
      ),
  };
};
