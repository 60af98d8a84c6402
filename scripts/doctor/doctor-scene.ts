import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { FreshWorld } from '../../apps/server/test/fresh-world.ts';

/** A folder of the test's own with a built page, and the settings with which the doctor finds nothing wrong in a world. */
export const healthySettings = (world: FreshWorld): { folder: string; env: Record<string, string> } => {
  const folder = mkdtempSync(join(inject('folder'), 'doctor-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page/index.html'), '<html></html>');
  const env = {
    DATABASE_URL: world.databaseUrl,
    ENDCAP_OIDC_ISSUER: inject('issuer'),
    ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
    ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
    ENDCAP_PUSH_ENDPOINT: inject('gatewayUrl'),
    ENDCAP_PUSH_CREDENTIALS_FILE: inject('credentialsFile'),
    ENDCAP_PUSH_CA_FILE: inject('caFile'),
    ENDCAP_FILES_DIR: join(folder, 'files'),
    ENDCAP_WEB_DIR: join(folder, 'page'),
  };
  return { folder, env };
};
