// npm test: everything, on a real database and in a real browser. `npm test -- unit|database|browser [FILE …]` runs a part.
import { verify } from '../verify.ts';
import { runBrowserTests } from './browser-tests.ts';
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
const total = { passed: 0, failed: 0 };
for (const name of chosen) {
  const startedAt = performance.now();
  const { passed, failed } = await parts[name](...files);
  console.log(`${name}: ${passed} passed, ${failed} failed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
