import { type ErasureList, erasureKey, erasuresPast, type Recorded } from '../../apps/server/src/features/customers/index.ts';
import type { OpenDatabase } from '../launch/open-database.ts';

const HEAD = 'endcap-erasures-1';
const LINE = /^(customer|device) ([0-9a-f]{64}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/;

const LINES_AT_ONCE = 10_000;

/** Formats one erasure as a line. */
const lineOf = ({ kind, hash, at }: Recorded): string => `${kind} ${hash.toString('hex')} ${at.toISOString()}`;

/** Yields the list of a database in batches of lines. The first line has the key of its hashes. */
export async function* listOf(db: OpenDatabase['db']): AsyncGenerator<string> {
  yield `${HEAD} ${(await erasureKey(db)).toString('hex')}`;
  let rows = await erasuresPast(db, undefined, LINES_AT_ONCE);
  while (rows.length > 0) {
    yield rows.map(lineOf).join('\n');
    rows = await erasuresPast(db, rows.at(-1), LINES_AT_ONCE);
  }
}

/** Parses a list, or returns the number of the first invalid line. Skips lines before the head, which npm prints without `--silent`. */
export const readList = (text: string): ErasureList | { wrongLine: number } => {
  const all = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const begins = all.findIndex((line) => line.startsWith(`${HEAD} `));
  const key = new RegExp(`^${HEAD} ([0-9a-f]{64})$`).exec(all[begins] ?? '')?.[1];
  if (key === undefined) return { wrongLine: Math.max(begins, 0) + 1 };
  const lines = all.slice(begins + 1);
  const erasures: Recorded[] = [];
  for (const [at, line] of lines.entries()) {
    const [, kind, hash = '', instant = ''] = LINE.exec(line) ?? [];
    const when = new Date(instant);
    if ((kind !== 'customer' && kind !== 'device') || Number.isNaN(when.getTime())) return { wrongLine: begins + at + 2 };
    erasures.push({ kind, hash: Buffer.from(hash, 'hex'), at: when });
  }
  return { key: Buffer.from(key, 'hex'), erasures };
};
