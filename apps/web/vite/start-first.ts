import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;
type ScreenCode = typeof import('../src/app/screen-code.ts').screenCode;

/** The table as it stands; imported plainly, it would be bundled into this configuration with every screen. */
const readScreenCode = async (): Promise<ScreenCode> =>
  ((await import(pathToFileURL('apps/web/src/app/screen-code.ts').href)) as { screenCode: ScreenCode }).screenCode;

/** Where a screen's code is, as its `import()` says. */
const fileOf = (load: () => Promise<object>): string => `apps/web/src/features/${/features\/([^'"]+)/.exec(String(load))?.[1]}`;

/** The files that a chunk needs, itself first. */
const filesOf = (chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, found = new Set<string>()): Set<string> => {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) filesOf(chunks.get(name) ?? chunk, chunks, found);
  return found;
};

/** Which files each screen needs beside those that all do, for `preload`. */
const screensOf = async (chunks: ReadonlyMap<string, Chunk>, everywhere: ReadonlySet<string>): Promise<string> => {
  const files: string[] = [];
  const screens = Object.entries(await readScreenCode()).map(([path, load]) => {
    const chunk = chunks.values().find(({ facadeModuleId }) => facadeModuleId?.endsWith(fileOf(load)));
    if (!chunk) throw new Error(`The screen ${path} has no chunk.`);
    const own = [...filesOf(chunk, chunks)].filter((file) => !everywhere.has(file));
    files.push(...own.filter((file) => !files.includes(file)));
    return [path, own.map((file) => files.indexOf(file))];
  });
  return JSON.stringify({ files, screens: Object.fromEntries(screens) });
};

/**
 * The built page in the order in which it is needed: the small first script, the painted frame, the styles of what replaces it. The first
 * script holds the painting back (it knows the person's colours), the styles no longer do.
 */
export const startFirst = (): Plugin => ({
  name: 'start-first',
  apply: 'build',
  config: () => ({ build: { rolldownOptions: { input: { index: 'apps/web/index.html', start: 'apps/web/src/app/start.ts' } } } }),
  // What a screen says of itself is stronger than what all have in common, so its styles have to come after those, which are in the body.
  transform: (code, id) =>
    id.includes('vite/preload-helper') ? code.replace('document.head.appendChild(link)', 'document.body.appendChild(link)') : null,
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle = {}, chunk: index }) => {
      const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));
      // Where the script itself is: its entry may be an empty file that imports it.
      const start = chunks.values().find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/app/start.ts')));
      if (!start || !index) throw new Error('The page has no first script.');
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const screens = `<script type="application/json" id="endcap-screens">${await screensOf(chunks, filesOf(index, chunks))}</script>`;
      return styles
        .reduce((page, style) => page.replace(style, ''), html)
        .replace(
          '</title>',
          `</title>\n    ${screens}\n    <script type="module" async blocking="render" crossorigin src="/${start.fileName}"></script>`,
        )
        .replace('    <div id="root">', `${styles.join('')}    <div id="root">`);
    },
  },
});
