import { setTimeout as sleep } from 'node:timers/promises';
import { aStoreDraft, times } from '../../apps/server/test/builders.ts';
import { startProduct } from '../test/running-product.ts';
import { tokenOf } from '../test/token-of.ts';
import { nth, rounded } from './statistics.ts';

const ROWS = 20_000;
const QUIET_MS = 10_000;
const APART_MS = 20;
const SERVICE_TOKEN = 'service-token-of-the-bench-0123456789';

const csvOf = (rows: readonly Record<string, unknown>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${String(cell)}"`).join(';'))
    .join('\n');

/** Milliseconds of calls, one after the other, until some work is done. */
const callsDuring = async (call: () => Promise<unknown>, work: Promise<unknown>): Promise<number[]> => {
  let isDone = false;
  const watched = work.finally(() => (isDone = true));
  watched.catch(() => {});
  const took: number[] = [];
  while (!isDone) {
    const startedAt = performance.now();
    await call();
    took.push(performance.now() - startedAt);
    await sleep(APART_MS);
  }
  await watched;
  return took;
};

/** E-28: how long a page of the list of stores takes while 20,000 stores are imported, beside how long it takes otherwise. */
export const benchImports = async () => {
  const product = await startProduct({ env: { ENDCAP_SEED_DEVICES: '100', ENDCAP_IMPORT_TOKENS: SERVICE_TOKEN } });
  try {
    const token = await tokenOf(product.issuer, 'admin');
    const call = async (): Promise<void> => {
      const answer = await fetch(`${product.adminUrl}/api/v1/store-editor/list`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    };
    const rows = times(ROWS, (n) => aStoreDraft({ storeNo: 100_000 + n, name: `Sklep ${n}` }));
    const send = async (type: string, body: string, query: string): Promise<void> => {
      const answer = await fetch(`${product.adminUrl}/api/v1/import/stores${query}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': type },
        body,
      });
      if (!answer.ok) throw new Error(await answer.text());
    };
    const quiet = await callsDuring(call, sleep(QUIET_MS));
    const files = [
      ['csvDryRun', 'text/csv', csvOf(rows), '?dryRun=true'],
      ['jsonDryRun', 'application/json', JSON.stringify(rows), '?dryRun=true'],
      ['csv', 'text/csv', csvOf(rows), ''],
      ['jsonUnchanged', 'application/json', JSON.stringify(rows), ''],
    ] as const;
    const figures: Record<string, object> = {};
    for (const [name, type, body, query] of files) {
      const startedAt = performance.now();
      const took = await callsDuring(call, send(type, body, query));
      figures[name] = {
        seconds: rounded((performance.now() - startedAt) / 1_000, 1),
        othersP99Milliseconds: Math.round(nth(took, 0.99)),
        othersP99ToQuiet: rounded(nth(took, 0.99) / nth(quiet, 0.99)),
      };
    }
    return { bench: 'imports', rows: ROWS, quietP99Milliseconds: Math.round(nth(quiet, 0.99)), ...figures };
  } finally {
    await product.stop();
  }
};
