import type { ErasureList, Recorded } from '../../apps/server/src/features/customers/index.ts';

const HEAD = 'endcap-erasures-1';
const LINE = /^(customer|device) ([0-9a-f]{64}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/;

/** How a list begins: the key that goes into its hashes. */
export const headOf = (key: Buffer): string => `${HEAD} ${key.toString('hex')}`;
/** One erasure, a line. */
export const lineOf = ({ kind, hash, at }: Recorded): string => `${kind} ${hash.toString('hex')} ${at.toISOString()}`;

/** Reads a list; the number of the first line that is none, when there is one. What npm says of the command stands before it, where nobody told it to be silent. */
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
