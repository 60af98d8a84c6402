import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../launch/web-build.ts';
import { startProduct } from '../test/running-product.ts';
import { median, rounded } from './statistics.ts';

const RUNS = 3;

/** Seconds until everything answers: on an empty folder with the demo chain made anew, and on data that are there. */
export const benchStart = async () => {
  await buildWeb();
  const first: number[] = [];
  const second: number[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
    chmodSync(folder, 0o755);
    for (const seconds of [first, second]) {
      const startedAt = performance.now();
      const product = await startProduct({ folder });
      seconds.push((performance.now() - startedAt) / 1000);
      await product.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    bench: 'start',
    runs: RUNS,
    firstStartSeconds: rounded(median(first)),
    secondStartSeconds: rounded(median(second)),
    includes: 'database, migrations, demo chain, sandbox, both APIs, worker; not npm install nor the build of the page',
  };
};
