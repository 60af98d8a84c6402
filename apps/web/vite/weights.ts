import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { chunksOf, withImports } from './file-of.ts';

type Chunk = Rolldown.OutputChunk;

/** Limits of a screen's gzipped scripts in kilobytes. `frame`: the first list, and the code loaded before every other screen (ux 28). */
const LIMITS = { frame: 200, screen: 300 };

const weightOf = (chunks: Iterable<Chunk>): number =>
  [...chunks].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length / 1000, 0);

/** Returns the chain of imports from a screen to a module, to show why it is included. */
const wayTo = (module: string, from: ReadonlySet<string>, importersOf: (id: string) => readonly string[]): string[] => {
  const ways = [[module]];
  const seen = new Set([module]);
  for (const way of ways) {
    const [at = ''] = way;
    if (from.has(at)) return way;
    for (const by of importersOf(at).filter((id) => !seen.has(id))) {
      seen.add(by);
      ways.push([by, ...way]);
    }
  }
  return [module];
};

/** Prints the size of each screen. For one above the limit, prints its largest modules and their importers. */
export const weights = (): Plugin => ({
  name: 'weights',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = chunksOf(Object.values(bundle));
    const importersOf = (id: string): readonly string[] => this.getModuleInfo(id)?.importers ?? [];
    const frame = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).flatMap((entry) => [...withImports(entry, chunks)]));
    const print = (name: string, files: ReadonlySet<Chunk>, limit: number, entries: ReadonlySet<string>): void => {
      const weight = weightOf(files);
      console.log(`${weight.toFixed(1).padStart(7)} kB in ${String(files.size).padStart(2)} files: ${name}`);
      if (weight <= limit) return;
      console.log(`        More than ${limit} kB. Its largest modules:`);
      const own = [...files]
        .filter((chunk) => limit === LIMITS.frame || !frame.has(chunk))
        .flatMap(({ modules }) => Object.entries(modules));
      for (const [id] of own.sort(([, one], [, other]) => other.renderedLength - one.renderedLength).slice(0, 5))
        console.log(
          `        ${wayTo(id, entries, importersOf)
            .map((at) => relative('', at))
            .join(' → ')}`,
        );
    };
    print(
      'every screen, and the first list',
      frame,
      LIMITS.frame,
      new Set([...frame].flatMap(({ facadeModuleId }) => facadeModuleId ?? [])),
    );
    for (const chunk of chunks.values()) {
      const screen = chunk.moduleIds.find((id) => /\/features\/.*-page\.tsx$/.test(id));
      if (screen === undefined || frame.has(chunk)) continue;
      print(
        relative('apps/web/src/features', screen),
        new Set([...frame, ...withImports(chunk, chunks)]),
        LIMITS.screen,
        new Set([screen]),
      );
    }
  },
});
