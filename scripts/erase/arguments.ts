import { parseArgs } from 'node:util';
import { UserId } from '@endcap/contract/devices';

export type EraseArguments =
  | { do: 'help' }
  | { do: 'list' }
  | { do: 'again'; file: string; dryRun: boolean }
  | { do: 'keep'; file: string }
  | { do: 'erase'; userId: string; dryRun: boolean };

export const HELP = `npm run erase -- USER_ID [--dry-run]      erases a customer: their phones, what hangs on those, their conversations; prints by which ids logs may name them
npm run -s erase -- --list                prints who was erased when, without saying who
npm run erase -- --again FILE [--dry-run] erases again whom such a list names, in a copy that was restored from a backup
npm run erase -- --keep FILE              erases again whom the list in FILE names and this database does not know as erased, then writes
                                          the list to FILE: for a timer, and a file beside the backups

--dry-run  says what would be erased, and whether it was erased before; changes nothing
--help     says this

It works on the database of DATABASE_URL, or that of npm start. Exit codes: 0 done, 1 cut off (ask again), 2 not understood, 78 cannot work.`;

/** Reads the command line; a sentence when it does not make sense. */
export const eraseArguments = (args: readonly string[]): EraseArguments | string => {
  const options = {
    'dry-run': { type: 'boolean' },
    help: { type: 'boolean' },
    list: { type: 'boolean' },
    again: { type: 'string' },
    keep: { type: 'string' },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return (error as Error).message.split('. ')[0] ?? '';
  }
  const { values, positionals } = parsed;
  const { 'dry-run': dryRun = false, again, keep } = values;
  if (values.help) return { do: 'help' };
  const wanted = [values.list, again !== undefined, keep !== undefined, positionals.length > 0].filter(Boolean).length;
  if (wanted === 0) return 'Whom? Name a customer as the app calls them';
  if (wanted > 1 || positionals.length > 1) return 'One thing at a time: a customer, --list, --again or --keep';
  if (values.list) return dryRun ? 'A list changes nothing: leave --dry-run out' : { do: 'list' };
  if (keep !== undefined && dryRun) return '--keep writes a list: leave --dry-run out';
  if (keep !== undefined) return keep === '' ? '--keep needs a file' : { do: 'keep', file: keep };
  if (again !== undefined) return again === '' ? '--again needs a file' : { do: 'again', file: again, dryRun };
  const userId = UserId.safeParse(positionals[0]);
  return userId.success
    ? { do: 'erase', userId: userId.data, dryRun }
    : 'No customer is called that: 1 to 200 printable ASCII signs without a space';
};
