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
const failures: string[] = [];
let passed = 0;
for (const name of chosen) {
  const startedAt = performance.now();
  const found = await parts[name](...files);
  console.log(
    `${name}: ${found.passed} passed, ${found.failures.length} failed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
  );
  passed += found.passed;
  failures.push(...found.failures.map((failure) => `${name}: ${failure}`));
}
// Once more where whoever reads only the end finds them.
for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
