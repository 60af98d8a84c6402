// npm run build [-- --production]: the web page, compressed, for the processes to serve; --production then leaves only what they need installed.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, keepProductionAlone, node24, ownEnvironment, root } from './ensure-installed.mjs';

const HELP = `npm run build [-- --production]

Installs what the lock file lists and builds the web page into apps/web/dist, compressed, for the processes to serve.

--production  then leaves only what the processes and the commands for operators need, and nothing that is for development
--help        says this

Ends with 0; with 1 when it cannot be built; with 2 when it was asked for something else.`;

const [flag, ...more] = process.argv.slice(2);
if (flag === '--help' || flag === '-h') {
  console.log(HELP);
  process.exit(0);
}
if (more.length > 0 || (flag !== undefined && flag !== '--production')) {
  console.error(`npm run build: ${more[0] ?? flag} is not known; \`npm run build -- --help\` says all.`);
  process.exit(2);
}
ensureInstalled();
const build = spawnSync(node24, ['--disable-warning=ExperimentalWarning', 'scripts/launch/build.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: ownEnvironment(),
});
if (build.status !== 0) process.exit(1);
if (flag === '--production') keepProductionAlone();
