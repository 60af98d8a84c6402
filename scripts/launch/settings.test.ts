import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { launchSettings } from './settings.ts';

test('npm commands read the database address and secrets from files like the processes', { tags: ['OPS-11'] }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-settings-'));
  const file = join(folder, 'url');
  writeFileSync(file, 'postgres://u:secret@h/db\n');
  const { databaseUrl, environment } = launchSettings({ DATABASE_URL_FILE: file });
  expect(databaseUrl).toBe('postgres://u:secret@h/db');
  expect(readConfig(environment).DATABASE_URL).toBe(databaseUrl);
  rmSync(folder, { recursive: true });
  const { environment: broken } = launchSettings({ DATABASE_URL: 'postgres://h/db', ENDCAP_TESTER_CODE_FILE: file });
  expect(() => readConfig(broken)).toThrow('ENDCAP_TESTER_CODE_FILE (there is no such file)');
});

test('in production, commands use only the given settings, like the processes', { tags: ['D-29'] }, () => {
  const given = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://h/db',
    ENDCAP_ADMIN_URL: 'https://a.example',
    ENDCAP_APP_URL: 'https://b.example',
    ENDCAP_OIDC_ISSUER: 'https://id.example/',
    ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
    ENDCAP_OIDC_AUDIENCE: 'urn:api',
  };
  expect(readConfig(launchSettings(given).environment)).toEqual(readConfig(given));
});
