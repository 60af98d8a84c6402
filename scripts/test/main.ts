// npm test: everything, on a real database and in a real browser. `npm test -- unit|database|browser [FILE …]` runs a part.
import { verify } from '../verify.ts';
import { runBrowserTests } from './browser-tests.ts';
import { closeWith, type Tally } from './tally.ts';
import { runVitest } from './vitest-run.ts';

const parts = {
  verify: () => verify(),
  unit: (...files: string[]) => runVitest('unit', ...files),
  database: (...files: string[]) => runVitest('database', ...files),
  browser: (...files: string[]) => runBrowserTests(files),
};
type Part = keyof typeof parts;

const [wanted, ...files] = process.argv.slice(2);
const chosen = wanted === undefined ? (Object.keys(parts) as Part[]) : [wanted as Part];
const found: Record<string, Tally> = {};
for (const name of chosen) {
  const startedAt = performance.now();
  const tally = await parts[name](...files);
  found[name] = tally;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${name}: ${tally.passed} passed, ${tally.failures.length} failed in ${seconds} s\n`);
}
closeWith(found);
