// node deploy/with-settings.mjs FILE SCRIPT [ARGUMENT …]: runs a script of Endcap with the settings of a file, as the units hand them to the processes.
// Not `node --env-file`: NODE_EXTRA_CA_CERTS is read before it (Node 24).
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const [file, script, ...args] = process.argv.slice(2);
if (!file || !script || file.startsWith('-')) {
  console.error('node deploy/with-settings.mjs FILE SCRIPT [ARGUMENT …]');
  process.exit(2);
}
const readSettings = () => {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`with-settings: ${file} cannot be read (${error.code})`);
    process.exit(78);
  }
};
const settings = readSettings();
// The environment of the command line wins; name what it overrides, because a leftover variable is hard to find.
const overridden = Object.keys(settings).filter((name) => name in process.env && process.env[name] !== settings[name]);
if (overridden.length > 0) console.error(`with-settings: the environment overrides ${overridden.join(', ')} of ${file}`);
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
  stdio: 'inherit',
  env: { ...settings, ...process.env },
});
// The terminal sends Ctrl-C to the script as well; we only wait for it to finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
