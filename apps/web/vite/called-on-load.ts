import type { Plugin } from 'vite';

/**
 * Marks files of which much is called while a screen opens. Chromium compiles all of such a file on another thread while it arrives; else the
 * thread that draws meets some 1,500 functions and compiles them one by one. Other browsers see a comment.
 */
export const calledOnLoad = (names: readonly string[]): Plugin => ({
  name: 'called-on-load',
  apply: 'build',
  generateBundle: {
    // The mark counts as the very first line alone, and others write lines before a file's own.
    order: 'post',
    handler: (_, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && names.includes(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});
