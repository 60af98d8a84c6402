import react from '@vitejs/plugin-react';
import { getCompatibleVersions } from 'baseline-browser-mapping';
import { defineConfig, type UserConfig } from 'vite';
import { calledOnLoad } from './vite/called-on-load.ts';
import { fileOf } from './vite/file-of.ts';
import { startFirst } from './vite/start-first.ts';
import { weights } from './vite/weights.ts';
import manifest from '../../package.json' with { type: 'json' };

/** The browsers that `package.json` promises, as "baseline YEAR" (decision 147). */
const targetYear = Number(manifest.browserslist[0].split(' ')[1]);
const browsers = getCompatibleVersions({ targetYear, suppressWarnings: true });
/** Their oldest versions. Older ones would make the minifier rewrite light-dark() into something that needs its own switches. */
const cssTarget = browsers
  .filter(({ browser }) => !browser.endsWith('_android'))
  .map(({ browser, version }) => `${browser.replace('safari_ios', 'ios')}${version}`);

const common: UserConfig = {
  plugins: [react()],
  // Browsers have Temporal, or app/main installs it before it is used.
  resolve: { alias: [{ find: /^temporal-polyfill$/, replacement: new URL('src/lib/temporal.ts', import.meta.url).pathname }] },
  build: {
    target: 'es2022',
    cssTarget,
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
    plugins: [react(), startFirst(), calledOnLoad(['vendor', 'frame']), weights()],
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
