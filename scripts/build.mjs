// npm run build [-- --production]: the web page, compressed, for the processes to serve; --production then leaves only what they need installed.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, keepProductionAlone, node24, ownEnvironment, root } from './ensure-installed.mjs';

const [flag, ...more] = process.argv.slice(2);
if (more.length > 0 || (flag !== undefined && flag !== '--production')) {
  console.error('npm run build, or npm run build -- --production');
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
