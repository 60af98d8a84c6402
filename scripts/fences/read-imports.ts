import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Arrow = { from: string; to: string; typeOnly: boolean };

const CONTRACT = /^@endcap\/contract\/(.+)$/;

/** Imports name their file with its extension (Node runs them), so resolving is joining. */
const resolve = (from: string, request: string): string => {
  const contract = CONTRACT.exec(request);
  if (contract) return `packages/contract/src/${contract[1]}/index.ts`;
  if (request === '@endcap/phone-kit') return 'packages/phone-kit/src/index.ts';
  if (request.startsWith('.')) return join(dirname(from), request);
  return `npm:${request.startsWith('@') ? request.split('/').slice(0, 2).join('/') : request.split('/')[0]}`;
};

const importsOf = (root: string, from: string): Arrow[] => {
  const { module, errors } = parseSync(from, readFileSync(join(root, from), 'utf8'));
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const arrow = (request: string, typeOnly: boolean): Arrow => ({ from, to: resolve(from, request), typeOnly });
  return [
    ...module.staticImports.map((one) =>
      arrow(one.moduleRequest.value, one.entries.length > 0 && one.entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports
      .flatMap((one) => one.entries)
      .flatMap((entry) => (entry.moduleRequest ? [arrow(entry.moduleRequest.value, entry.isType)] : [])),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^['"](.+)['"]$/.exec(readFileSync(join(root, from), 'utf8').slice(start, end))?.[1];
      return literal ? [arrow(literal, false)] : [];
    }),
  ];
};

/** Every import of every module under `root`. */
export const readImports = (root: string): { files: string[]; arrows: Arrow[] } => {
  const files = globSync(['{packages,apps,sandbox,e2e,scripts}/**/*.{ts,tsx,mjs}'], {
    cwd: root,
    exclude: (name) => /(^|[\\/])(node_modules|dist|canary|generated)$/.test(String(name)),
  }).map((file) => file.replaceAll('\\', '/'));
  return { files, arrows: files.flatMap((file) => importsOf(root, file)) };
};
