import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { fileOf } from './vite/file-of.ts';
import { startFirst } from './vite/start-first.ts';
import { weights } from './vite/weights.ts';

const common: UserConfig = {
  plugins: [react()],
  // Browsers have Temporal, or are given it before anything asks (app/main).
  resolve: { alias: [{ find: /^temporal-polyfill$/, replacement: new URL('src/lib/temporal.ts', import.meta.url).pathname }] },
  build: {
    target: 'es2022',
    // Older targets make the minifier rewrite light-dark() into something that needs its own switches.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
};

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return common;
  const input = { index: 'apps/web/index.html', start: 'apps/web/src/app/start.ts' };
  const name = await fileOf({ ...common, build: { ...common.build, rolldownOptions: { input } } });
  return {
    ...common,
    plugins: [react(), startFirst(), weights()],
    build: {
      ...common.build,
      rolldownOptions: {
        input,
        output: {
          codeSplitting: { groups: [{ name, debugName: 'by who needs it' }], includeDependenciesRecursively: false },
        },
      },
    },
  };
});
