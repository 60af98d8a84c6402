// node scripts/run.mjs NAME [ARGUMENT …]: runs scripts/NAME/main.ts or NAME/main.ts on the project's own Node, or the TypeScript file that
// NAME is; signals and exit code are passed on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureInstalled, node24, ownEnvironment, root } from './ensure-installed.mjs';

/**
 * Scripts that operators run, which need production packages only. The drill is not one of them: it starts a sandbox and a PostgreSQL of
 * its own, which need development packages.
 */
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

if (process.argv[1]?.endsWith('run.mjs')) {
  const [name = '', ...args] = process.argv.slice(2);
  const inScripts = `scripts/${name}/main.ts`;
  const file = [name.endsWith('.ts') ? name : inScripts, `${name}/main.ts`].find((path) => existsSync(resolve(root, path)));
  if (file) runOnNode24(file, args);
  else {
    console.error(`node scripts/run.mjs: there is no ${inScripts}; docs/reference/commands.md lists what there is.`);
    process.exitCode = 2;
  }
}
