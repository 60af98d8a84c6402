import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { onPath } from '../test/system-package.ts';
import { here, UNITS } from './deployed-processes.ts';
import { readService } from './read-units.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-units-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the systemd units', { tags: ['OPS-10'] }, () => {
  const names = globSync('*.service', { cwd: UNITS }).map((file) => file.replace('.service', '').replace(/@$/, '@0'));

  test('lock every process in', () => {
    expect(names.length).toBe(6);
    const wanted = {
      User: 'endcap',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      ProtectKernelTunables: 'yes',
      ProtectControlGroups: 'yes',
      RestrictSUIDSGID: 'yes',
      RestrictNamespaces: 'yes',
      LockPersonality: 'yes',
      RestartPreventExitStatus: '78',
    };
    for (const name of names) {
      const service = readService(UNITS, name, { here });
      expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, service.all(key).join()])), name).toEqual(wanted);
      expect(service.all('WorkingDirectory'), name).toEqual(['/opt/endcap/current']);
      for (const { words } of [...service.commands('ExecStart'), ...service.commands('ExecStartPost')])
        for (const file of words.flatMap((word) => word.match(/(?:apps|scripts|deploy)\/[\w/.-]+\.(?:ts|mjs)/g) ?? []))
          expect(existsSync(file), file).toBe(true);
    }
  });

  test('are taken by systemd, which finds them well locked', () => {
    const analyze = onPath(['systemd-analyze']);
    // Skip on machines without systemd.
    if (!analyze) return;
    const copy = join(folder, 'units');
    cpSync(UNITS, copy, { recursive: true });
    const node = join(process.cwd(), 'node_modules/.bin/node');
    for (const file of globSync('*.service', { cwd: copy }).map((name) => join(copy, name)))
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/endcap/current/node_modules/.bin/node', node));
    const files = globSync('*.{service,timer}', { cwd: copy }).map((name) => join(copy, name));
    const verified = spawnSync(analyze, ['verify', '--man=no', ...files], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    for (const file of files.filter((name) => name.endsWith('.service'))) {
      const { status, stdout, stderr } = spawnSync(analyze, ['security', '--offline=true', '--threshold=20', '--no-pager', file], {
        encoding: 'utf8',
      });
      expect(status, `${stdout}${stderr}`).toBe(0);
    }
  });

  test('give the password of the owner to the migrations alone', () => {
    const given = names.filter((name) =>
      JSON.stringify(['LoadCredential', 'ExecStart', 'Environment'].map(readService(UNITS, name, { here }).all)).includes('owner'),
    );
    expect(given).toEqual(['endcap-migrate']);
  });
});
