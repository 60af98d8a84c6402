import { type ImportEncoding, type ImportKind, importEncodings, importKinds } from '@endcap/contract/imports';

export type ImportArguments = { kind: ImportKind; path: string; encoding: ImportEncoding; dryRun: boolean };

export const USAGE = `npm run import -- ${importKinds.join('|')} FILE.csv|FILE.json [--dry-run] [--encoding ${importEncodings.join('|')}]`;

/** Reads the command line; null when it does not make sense. */
export const importArguments = (given: readonly string[]): ImportArguments | null => {
  const words = [...given];
  const at = words.indexOf('--encoding');
  const [, wanted] = at < 0 ? [] : words.splice(at, 2);
  const encoding = importEncodings.find((name) => name === (at < 0 ? 'utf-8' : wanted?.toLowerCase()));
  const dryRun = words.includes('--dry-run');
  const [kindName, path, ...rest] = words.filter((word) => word !== '--dry-run');
  const kind = importKinds.find((name) => name === kindName);
  if (!kind || !encoding || !path || rest.length > 0 || path.startsWith('--')) return null;
  return { kind, path, encoding, dryRun };
};
