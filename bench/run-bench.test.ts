import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const run = (bench: string) => {
  const source = `import { runBench } from './bench/run-bench.ts'; await runBench('lists', ${bench});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  return { status, stdout, stderr };
};
const early = expect.stringContaining('The bench lists ended before it had figures');

test('a bench that stalls, exits early or throws prints an error and exits with 1', { tags: ['D-54'] }, () => {
  expect(run('() => new Promise(() => {})')).toMatchObject({ status: 1, stdout: '', stderr: early });
  expect(run('async () => process.exit(0)')).toMatchObject({ status: 1, stdout: '', stderr: early });
  expect(run("async () => { throw new Error('no gateway'); }")).toMatchObject({ status: 1, stderr: expect.stringContaining('no gateway') });
});
test('prints the figures as one line of JSON, and exits despite open handles', () => {
  expect(run('async () => { setInterval(() => {}, 1000); return { a: 1 }; }')).toMatchObject({
    status: 0,
    stdout: '{"a":1}\n',
    stderr: '',
  });
});
