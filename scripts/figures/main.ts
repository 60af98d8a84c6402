import { readImports } from '../fences/read-imports.ts';
import { type FileFigures, readFile } from './read-file.ts';

/** `node scripts/run.mjs figures`: what the house measures itself by. Nothing here fails: the limits that hold are lint's and the fences'. */
const LONG = 60;

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|^e2e\/|\/test\/|\/canary\//.test(file);
const areas: [name: string, test: boolean, path: RegExp][] = [
  ['contract', false, /^packages\//],
  ['server', false, /^apps\/server\//],
  ['web', false, /^apps\/web\//],
  ['sandbox', false, /^sandbox\//],
  ['scripts', false, /^scripts\//],
  ['all source', false, /./],
  ['server tests', true, /^apps\/server\//],
  ['browser tests', true, /^e2e\//],
  ['all tests', true, /./],
];

const root = process.cwd();
const { files } = readImports(root);
const all = files.filter((file) => !file.includes('.messages.')).map((file) => readFile(root, file));
const share = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

const row = (name: string, of: readonly FileFigures[]) => {
  const lines = of.map((one) => one.lines).sort((a, b) => a - b);
  const total = lines.reduce((sum, count) => sum + count, 0);
  const casts = of.reduce((sum, one) => sum + one.casts, 0);
  return {
    area: name,
    files: of.length,
    lines: total,
    median: share(lines, 0.5),
    p95: share(lines, 0.95),
    max: share(lines, 1),
    'casts/1000': Number(((casts / total) * 1000).toFixed(1)),
    [`functions > ${LONG}`]: of.flatMap((one) => one.functions).filter((one) => one.lines > LONG).length,
  };
};

console.table(
  areas.map(([name, test, path]) =>
    row(
      name,
      all.filter(({ file }) => isTest(file) === test && path.test(file)),
    ),
  ),
);
const long = all.filter(({ file }) => !isTest(file)).flatMap((one) => one.functions);
console.log(`Functions of more than ${LONG} lines in source:`);
for (const { where, lines } of long.filter((one) => one.lines > LONG).sort((a, b) => b.lines - a.lines)) console.log(`${lines}  ${where}`);
if (process.argv.includes('casts')) {
  console.log('Casts in source:');
  for (const { file, casts } of all.filter((one) => one.casts > 0 && !isTest(one.file)).sort((a, b) => b.casts - a.casts))
    console.log(`${casts}  ${file}`);
}
