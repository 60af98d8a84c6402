import type { Plugin } from 'vite';

/**
 * Marks files of which most functions are called while a screen opens. Chromium compiles all of such a file on another thread while it
 * loads; otherwise the main thread compiles some 1,200 functions one by one, a third of a second on a slow processor. Other browsers ignore
 * the comment.
 */
export const calledOnLoad = (names: readonly string[]): Plugin => ({
  name: 'called-on-load',
  apply: 'build',
  generateBundle: {
    // Only the first line counts, and Vite writes one before a file's own (`output.postBanner` comes too early).
    order: 'post',
    handler: (_, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && names.includes(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});
