// node scripts/with-node24.mjs FILE [ARGUMENT …]: runs a TypeScript file on the project's own Node, signals and exit code passed on.
import { spawn } from 'node:child_process';
import { ensureInstalled, node24, ownEnvironment, root } from './ensure-installed.mjs';

/** What operators run beside the processes; the drill starts a sandbox and a PostgreSQL of its own, which are for development. */
const FOR_OPERATORS = new Set([
  'apps/server/src/processes/migrate.ts',
  'scripts/backup/main.ts',
  'scripts/doctor/main.ts',
  'scripts/erase/main.ts',
  'scripts/history/main.ts',
  'scripts/import/main.ts',
  'scripts/launch/worker.ts',
]);
const needsOf = (file, [first]) => (FOR_OPERATORS.has(file) && first !== 'drill' ? 'production' : 'all');

export const runOnNode24 = (file, args) => {
  ensureInstalled(needsOf(file, args));
  const child = spawn(node24, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: ownEnvironment(),
  });
  // The terminal sends Ctrl-C to the child as well; we only wait for it to finish.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal !== null && signal !== 'SIGINT') console.error(`${file} was ended by ${signal}.`);
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
  });
};

if (process.argv[1]?.endsWith('with-node24.mjs')) runOnNode24(process.argv[2], process.argv.slice(3));
