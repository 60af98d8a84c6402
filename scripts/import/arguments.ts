import { type ImportEncoding, type ImportKind, importEncodings, importKinds } from '@endcap/contract/imports';
import { unknownOption } from '../launch/command.ts';

export type ImportArguments = { kind: ImportKind; path: string; encoding: ImportEncoding; dryRun: boolean };

export const HELP = `npm run import -- ${importKinds.join('|')} FILE [--dry-run] [--encoding ${importEncodings.join('|')}]

Takes over a list from a CSV or JSON file: segments and thresholds are replaced as a whole, stores are made or changed by their number. A file with a single
problem changes nothing, and the report names line, column and reason of each.

--dry-run   only shows what would change
--encoding  of a CSV file, utf-8 unless told
--help      says this

It works on the database of DATABASE_URL, or that of npm start.

Ends with 0; with 1 when nothing could be imported; with 2 when it was asked for something else; with 78 when a setting is wrong.`;

/** Reads the command line; a sentence when it does not make sense. */
export const importArguments = (args: readonly string[]): ImportArguments | string => {
  const words = [...args];
  const at = words.indexOf('--encoding');
  const [, wanted] = at < 0 ? [] : words.splice(at, 2);
  const encoding = importEncodings.find((name) => name === (at < 0 ? 'utf-8' : wanted?.toLowerCase()));
  if (!encoding) return `--encoding is one of ${importEncodings.join(', ')}`;
  const strange = unknownOption(words, ['--dry-run']);
  if (strange !== undefined) return `${strange} is not known`;
  const [kindName, path, ...rest] = words.filter((word) => word !== '--dry-run');
  const kind = importKinds.find((name) => name === kindName);
  if (!kind) return `a list is one of ${importKinds.join(', ')}`;
  if (!path) return 'the file is missing';
  if (rest.length > 0) return `one file, not ${rest.length + 1}`;
  return { kind, path, encoding, dryRun: words.includes('--dry-run') };
};
