import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A clause in place of a subject: "What is typed …" instead of "Input …". */
const CLAUSE = /^\s*(?:\/\/|\/\*\*?|\*|--|#)\s*(?:What|Whatever|Whether|Who|Whom|Whose|Whoever|Where|How)\b.*$/gm;
const clausesIn = (text: string): string[] => text.match(CLAUSE)?.map((line) => line.trim()) ?? [];

const files = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css', '*.sql', '*.yml', '*.sh', '*.conf', 'deploy'], {
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((file) => file !== '' && !/\.md$|client\/generated|\/migrations\/|fences\/canary/.test(file));

test('no comment begins with a clause as its subject', () => {
  expect(files.length).toBeGreaterThan(1_500);
  expect(files.flatMap((file) => clausesIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`))).toEqual([]);
});

test('a comment that begins with a clause is found in each language', () => {
  const found = ['/** What is typed. */', '// Whoever asks', ' * How it ends', '-- Where none is', '# Who may'];
  expect(clausesIn(found.join('\n'))).toEqual(found.map((line) => line.trim()));
  expect(clausesIn("// Whatsoever\nconst what = 'What';\n// The reason, and what follows")).toEqual([]);
});
