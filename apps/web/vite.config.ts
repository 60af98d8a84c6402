import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // Older targets make the minifier rewrite light-dark() into something that needs its own switches.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs, in one file that compresses well and changes only with its versions.
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[^/]+|zod|clsx|use-sync-external-store)\//,
            },
            // Small files that every screen needs compress better as one.
            { name: 'lib', test: /apps\/web\/src\/lib\/(?!oidc|sign-out)/ },
            // What several screens need, without what the first list does not show (first-load budget, ux 28).
            {
              name: 'kit',
              test: /node_modules\/(@mantine\/(core(?!.*\/(Popover|Modal|ModalBase|Drawer|Overlay|Checkbox|Radio|InlineInput|Textarea|Fieldset|NativeSelect)\/)|hooks)|@floating-ui)\//,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
});
