import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { chunksOf, withImports } from './file-of.ts';

type Chunk = Rolldown.OutputChunk;
type ScreenCode = typeof import('../src/app/screen-code.ts').screenCode;

/** Imports the table at run time, because a static import would bundle it into this configuration with every screen. */
const readScreenCode = async (): Promise<ScreenCode> =>
  ((await import(pathToFileURL('apps/web/src/app/screen-code.ts').href)) as { screenCode: ScreenCode }).screenCode;

/** Returns the path of a screen's code, read from its `import()`. */
const codeOf = (load: () => Promise<object>): string => `apps/web/src/features/${/features\/([^'"]+)/.exec(String(load))?.[1]}`;

/** The files that a chunk needs, itself first. */
const filesOf = (chunk: Chunk, chunks: ReadonlyMap<string, Chunk>): Set<string> =>
  new Set([...withImports(chunk, chunks)].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]));

/** Which files each screen needs beside those that all do, for `preload`. */
const screensOf = async (chunks: ReadonlyMap<string, Chunk>, everywhere: ReadonlySet<string>): Promise<string> => {
  const files: string[] = [];
  const screens = Object.entries(await readScreenCode()).map(([path, load]) => {
    const chunk = chunks.values().find(({ facadeModuleId }) => facadeModuleId?.endsWith(codeOf(load)));
    if (!chunk) throw new Error(`The screen ${path} has no chunk.`);
    const own = [...filesOf(chunk, chunks)].filter((file) => !everywhere.has(file));
    files.push(...own.filter((file) => !files.includes(file)));
    return [path, own.map((file) => files.indexOf(file))];
  });
  return JSON.stringify({ files, screens: Object.fromEntries(screens) });
};

/**
 * Adds the small first script to the built page, and the list of files that each screen needs. The script blocks rendering, because it sets
 * the person's colour scheme.
 */
export const startFirst = (): Plugin => ({
  name: 'start-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle = {}, chunk: index }) => {
      const chunks = chunksOf(Object.values(bundle));
      // Finds the chunk with the script itself: its entry may be an empty file that imports it.
      const start = chunks.values().find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/app/start.ts')));
      if (!start || !index) throw new Error('The page has no first script.');
      const screens = `<script type="application/json" id="endcap-screens">${await screensOf(chunks, filesOf(index, chunks))}</script>`;
      return html.replace(
        '</title>',
        `</title>\n    ${screens}\n    <script type="module" async blocking="render" crossorigin src="/${start.fileName}"></script>`,
      );
    },
  },
});
