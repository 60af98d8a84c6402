import { basename } from 'node:path';
import { build, type Rolldown, type UserConfig } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Code needed by at least this many screens goes into one shared file. */
const SHARED_FROM = 3;

/** A chunk and those that it imports. */
export const withImports = (chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, found = new Set<Chunk>()): Set<Chunk> => {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) withImports(chunks.get(name) ?? chunk, chunks, found);
  return found;
};

export const chunksOf = (output: readonly (Chunk | Rolldown.OutputAsset)[]): Map<string, Chunk> =>
  new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));

/** Bytes before they are minified: a smaller file costs less in `shared` than as a request of its own. */
const OWN_FILE_FROM = 4_000;

type Needed = {
  /** Bytes of each module, before it is minified. */
  sizes: ReadonlyMap<string, number>;
  /** The entries that need each module: the page, its first script and every `import()`. */
  users: ReadonlyMap<string, ReadonlySet<string>>;
  /** Components that the frame alone imports late, beside screens: its menus, the command bar. */
  lateInFrame: ReadonlySet<string>;
};

const isScreen = (entry: string): boolean => entry.endsWith('-page.tsx');

/** Maps modules to the entries that need them. Only a build removes unused code, so this runs one without writing files. */
const whoNeedsWhat = async (config: UserConfig): Promise<Needed> => {
  const { output } = (await build({
    ...config,
    root: 'apps/web',
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const chunks = chunksOf(output);
  const sizes = new Map(
    [...chunks.values()].flatMap(({ modules }) => Object.entries(modules)).map(([id, { renderedLength }]) => [id, renderedLength]),
  );
  const users = new Map<string, Set<string>>();
  const lateInFrame = new Set<string>();
  const lateInScreens = new Set<string>();
  for (const entry of chunks.values()) {
    if (!entry.isEntry && !entry.isDynamicEntry) continue;
    for (const { moduleIds, dynamicImports } of withImports(entry, chunks)) {
      for (const id of moduleIds) users.set(id, (users.get(id) ?? new Set()).add(entry.facadeModuleId ?? entry.name));
      for (const id of dynamicImports.flatMap((name) => chunks.get(name)?.facadeModuleId ?? []))
        if (id.endsWith('.tsx') && !isScreen(id)) (entry.isEntry ? lateInFrame : lateInScreens).add(id);
    }
  }
  return { sizes, users, lateInFrame: lateInFrame.difference(lateInScreens) };
};

/**
 * The file that a module goes into, by who needs it: `start` for the first script, which waits for nothing else; `vendor` and `frame` for what every
 * screen has; `opened` for what its late parts need as well, so that a menu brings no editor along; a screen's own, with its late parts;
 * one for two screens; `shared` for more, and for what would make a small file. The rest is split where it is imported late.
 */
export const fileOf = async (config: UserConfig): Promise<Rolldown.CodeSplittingNameFunction> => {
  const { sizes, users, lateInFrame } = await whoNeedsWhat(config);
  const fileFor = (all: readonly string[], id: string): string | null => {
    if (all.some((user) => user.endsWith('/app/start.ts'))) return 'start';
    if (all.some((user) => user.endsWith('/index.html'))) return id.includes('/node_modules/') ? 'vendor' : 'frame';
    const screens = all.filter(isScreen);
    if (screens.length === 0 || all.length === 1) return null;
    if (all.some((user) => lateInFrame.has(user))) return 'opened';
    const names = screens.map((screen) => basename(screen, '-page.tsx'));
    return names.length < SHARED_FROM ? names.sort().join('-and-') : 'shared';
  };
  const usersOf = (id: string): string[] => [...(users.get(id) ?? [])];
  const total = new Map<string | null, number>();
  for (const [id, size] of sizes) {
    const file = fileFor(usersOf(id), id);
    total.set(file, (total.get(file) ?? 0) + size);
  }
  return (id, context) => {
    // Styles stand in no chunk: those who import them need them.
    const all = users.has(id) ? usersOf(id) : [...new Set(context.getModuleInfo(id)?.importers.flatMap(usersOf))];
    const file = fileFor(all, id);
    return file !== null && (total.get(file) ?? 0) < OWN_FILE_FROM && file !== 'start' ? 'shared' : file;
  };
};
