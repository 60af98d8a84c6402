// npm run verify: everything that needs no service, in seconds.
import { spawn } from 'node:child_process';
import { closeWith, type Tally, timed } from './test/tally.ts';

type Step = { name: string; commands: string[][] };
const bin = (name: string): string => `node_modules/.bin/${name}`;
const nodeStep = (...args: string[]): string[] => [process.execPath, '--disable-warning=ExperimentalWarning', ...args];

const steps: Step[] = [
  { name: 'format', commands: [[bin('oxfmt'), '--check', '.']] },
  { name: 'lint', commands: [[bin('oxlint'), '--deny-warnings']] },
  {
    name: 'styles',
    commands: [[bin('stylelint'), '--max-warnings', '0', 'apps/web/src/**/*.css', 'sandbox/src/**/*.css']],
  },
  {
    name: 'spelling',
    commands: [
      [bin('cspell'), 'lint', '--no-progress', '--no-summary', '--dot', '--cache', '--cache-location', 'node_modules/.cache/cspell', '**'],
    ],
  },
  { name: 'dead code', commands: [[bin('knip'), '--no-progress']] },
  { name: 'fences', commands: [nodeStep('scripts/fences/check.ts')] },
  { name: 'configuration table', commands: [nodeStep('scripts/docs/configuration-table.ts', '--check')] },
  { name: 'coverage of the specification', commands: [nodeStep('scripts/coverage/main.ts')] },
  {
    name: 'types',
    // Projects read the declarations of their dependencies, and unchanged ones are not checked again. Each project has a process with a
    // single checker: one process for all takes twice the memory, and several checkers check the same types repeatedly.
    commands: ['packages/contract', 'apps/server', 'apps/web', '.'].map((project) => [bin('tsc'), '-b', project, '--checkers', '1']),
  },
];

/** Runs a command; what it printed when it failed, else null. */
const outputOfFailure = ([file = '', ...args]: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const output: Buffer[] = [];
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('close', (code) => resolve(code === 0 ? null : Buffer.concat(output).toString()));
  });
/** Runs the commands of a step one after the other, up to the first that fails: what that one printed, else null. */
const run = async ({ name, commands }: Step): Promise<string | null> => {
  for (const command of commands) {
    const output = await outputOfFailure(command);
    if (output === null) continue;
    console.log(`FAIL ${name}\n${output}`);
    return output;
  }
  console.log(`ok   ${name}`);
  return null;
};

/** Lines of a failure that are repeated where the run ends. */
const REPEATED = 10;

/** Runs the checks, two at a time. */
export const verify = async (): Promise<Tally> => {
  const queue = [...steps];
  const failures: string[] = [];
  const lane = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const output = await run(step);
      if (output !== null) failures.push([step.name, ...output.trim().split('\n').slice(0, REPEATED)].join('\n  '));
    }
  };
  await Promise.all([lane(), lane()]);
  return { passed: steps.length - failures.length, failures };
};

if (process.argv[1]?.endsWith('scripts/verify.ts')) {
  const { runVitest } = await import('./test/vitest-run.ts');
  closeWith({ verify: await timed(verify), unit: await timed(() => runVitest(['unit', 'unit-isolated'])) });
}
