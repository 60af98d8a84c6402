// The client of a description by openapi-ts: node generate-openapi-ts.mjs DESCRIPTION FOLDER.
import { registerHooks } from 'node:module';

// openapi-ts accepts any version of TypeScript, and calls the compiler from JavaScript, which version 7 does not offer. Here is version 5.
registerHooks({
  resolve: (specifier, context, next) => next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
});
const { createClient } = await import('@hey-api/openapi-ts');

const [input = '', folder = ''] = process.argv.slice(2);
await createClient({
  input,
  output: { path: folder, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});
