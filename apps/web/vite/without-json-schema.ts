import type { Plugin } from 'vite';

/** What writes JSON Schemas is a quarter of zod, hangs on every schema, and is asked for by nobody in a browser: its functions are there and refuse. */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const renamed = code.match(/^export \{.*\};$/gm) ?? [];
      const refuse = `const refuse = () => { throw new Error('The page has no JSON Schema.'); };`;
      // What only makes a method for later is called for every schema.
      const inPlaceOf = (name = ''): string => (name.startsWith('create') ? '() => refuse' : 'refuse');
      return [refuse, ...names.map((name) => `export const ${name} = ${inPlaceOf(name)};`), ...renamed].join('\n');
    },
  },
});
