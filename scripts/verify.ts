// npm run verify: everything that needs no service, in seconds.
import { spawn } from 'node:child_process';
import { closeWith, type Tally } from './test/tally.ts';

type Step = { name: string; command: string[] };
const bin = (name: string): string => `node_modules/.bin/${name}`;
const nodeStep = (...args: string[]): string[] => [process.execPath, '--disable-warning=ExperimentalWarning', ...args];

const steps: Step[] = [
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  { name: 'fences', command: nodeStep('scripts/fences/check.ts') },
  { name: 'configuration table', command: nodeStep('scripts/docs/configuration-table.ts', '--check') },
  { name: 'coverage of the specification', command: nodeStep('scripts/coverage/main.ts', '--check') },
  { name: 'types (server)', command: [bin('tsc'), '-p', '.'] },
  { name: 'types (web)', command: [bin('tsc'), '-p', 'apps/web'] },
];

const run = ({ name, command: [file = '', ...args] }: Step): Promise<boolean> =>
  new Promise((resolve) => {
    const output: Buffer[] = [];
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('exit', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
      if (code !== 0) console.log(Buffer.concat(output).toString());
      resolve(code === 0);
    });
  });

/** Runs the checks, two at a time. */
export const verify = async (): Promise<Tally> => {
  const queue = [...steps];
  const failures: string[] = [];
  const lane = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift()) if (!(await run(step))) failures.push(step.name);
  };
  await Promise.all([lane(), lane()]);
  return { passed: steps.length - failures.length, failures };
};

if (process.argv[1]?.endsWith('scripts/verify.ts')) {
  const { runVitest } = await import('./test/vitest-run.ts');
  closeWith({ verify: await verify(), unit: await runVitest('unit*') });
}
