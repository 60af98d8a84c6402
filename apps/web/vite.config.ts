import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calledOnLoad } from './vite/called-on-load.ts';
import { startFirst } from './vite/start-first.ts';
import { withoutJsonSchema } from './vite/without-json-schema.ts';

export default defineConfig({
  plugins: [react(), startFirst(), withoutJsonSchema(), calledOnLoad(['base', 'app', 'schemas', 'content', 'editing', 'editor'])],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first script needs nothing else.
            {
              name: 'start',
              test: /apps\/web\/src\/(app\/(start|no-eval|needs-site-data|first-data|preload)|lib\/(stored|kept-\w+|request|asked-ahead|paths))\.ts|contract\/src\/core\/(route|headers)\.ts|rolldown.runtime/,
              priority: 1,
            },
            // What every screen needs, in one file that compresses well and changes only with its versions.
            { name: 'base', test: /node_modules\/.*\.m?js$/, tags: ['$initial'] },
            // The page around the screens, with all that a list is made of, and the few parts that whatever opens over it shares with editors.
            {
              name: 'app',
              test: /apps\/web\/src\/(app\/main|frames\/(list-page|row-link)|ui\/(search-field|icon-link|link-anchor|pick-one|unbroken))\.tsx$|apps\/web\/src\/(config|lib\/(use-now|with-other)|frames\/list-address)\.ts$|ui\/dialog\.module\.css$|core\/esm\/components\/(Alert\/|Anchor\/|Badge\/|Checkbox\/CheckIcon|Radio\/RadioIcon)|core\/esm\/core\/(utils\/get-env|DirectionProvider)\/|hooks\/esm\/use-merged-ref\/|contract\/src\/(audience\/empty-rule|notifications\/notification\.rules)\.ts$/,
            },
            // What forms are checked with, and nothing before them (decision 0113).
            {
              name: 'schemas',
              test: /node_modules\/zod\/|contract\/src\/(core\/(entity|entity-routes|field-codes|ids|invisible|page|problems|text)|files\/file-reference|audience\/audience|warsaw-time\/(warsaw-time|day-or-instant)|markdown\/markdown-text)\.ts$/,
            },
            // Words that lists and forms share, so that a form that is no editor of content brings nothing else of either.
            { name: 'words', test: /apps\/web\/src\/frames\/frame\.messages\.ts$|contract\/src\/content\/content-words\.ts$/ },
            // What opens over lists, what is said of content, and what editors are made of: small files compress better as one.
            // What the first list is made of, beside the page itself: details and sends share it.
            {
              name: 'sends',
              test: /features\/notifications\/(standing-colors|notification\.queries|list\/(list\.messages|notification-list\.module))\.(ts|css)$/,
            },
            // Rows of lists have a menu before anything is edited.
            { name: 'menu', test: /apps\/web\/src\/(frames\/(row-menu\.tsx|copy\.messages\.ts)|ui\/use-late-menu\.ts)$/ },
            { name: 'select', test: /components\/NativeSelect\// },
            { name: 'dialog', test: /apps\/web\/src\/frames\/(use-delete|row-actions)\.tsx$/ },
            {
              name: 'phone',
              test: /apps\/web\/src\/ui\/phone\/(phone|phone-frame|phone-switch|phone-button|app-icon|app-screen|lock-screen|content-card|phone\.messages)\.tsx?$|contract\/src\/content\/app-tabs\.ts$/,
            },
            // With what reads versions: the send form has neither.
            {
              name: 'content',
              test: /apps\/web\/src\/((features\/content\/content\.(queries|messages)|ui\/icons\/type-icons)\.ts|(features\/content\/type-icons|ui\/version-field)\.tsx|features\/content\/editor\/content-editor\.module\.css)$|contract\/src\/content\/field-kinds\.ts$/,
            },
            {
              name: 'editing',
              test: /apps\/web\/src\/(form\/[\w-]+|frames\/(editor-layout|unsaved-guard|draft-banner|bar-failure|back-link|slow-answer|code\.messages)|ui\/((date|upload|markdown)-field|text-(area|line)|panel)|ui\/use-in-view|frames\/use-code-word|features\/links\/(index|late-shown-links)|features\/(stores|store-groups|content\/picker)\/([\w-]+-picker|late-link-dialog|covered-includes))\.tsx?$|@mantine\/core\/(esm\/components|styles)\/(Fieldset|Textarea|Checkbox|Radio|InlineInput)\b|react-query\/.*\/useMutation/,
            },
            // Editors alone: the send form is none.
            { name: 'editor', test: /apps\/web\/src\/frames\/editor-page\.tsx$/ },
          ],
        },
      },
    },
  },
});
