import { resolve } from 'node:path';
import { SANDBOX_TESTER_CODE, withSecrets } from '../../apps/server/src/config.ts';
import { PROCESS_ENVIRONMENT } from './process-environment.ts';

/** The database of `npm start` in its embedded cluster. */
export const DATABASE = 'endcap';

/** Settings of `npm start`. The environment overrides the defaults, none of which apply in production (D-29). */
export const launchSettings = (env: Record<string, string | undefined>) => {
  const { settings } = withSecrets(
    Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
  const port = (name: string, fallback: number): number => Number(env[name] ?? fallback);
  const folder = resolve(env['ENDCAP_DATA_DIR'] ?? '.data');
  const ports = {
    ENDCAP_ADMIN_PORT: port('ENDCAP_ADMIN_PORT', 3000),
    ENDCAP_APP_PORT: port('ENDCAP_APP_PORT', 3001),
    ENDCAP_SANDBOX_IDENTITY_PORT: port('ENDCAP_SANDBOX_IDENTITY_PORT', 3002),
    ENDCAP_SANDBOX_GATEWAY_PORT: port('ENDCAP_SANDBOX_GATEWAY_PORT', 3003),
    ENDCAP_SANDBOX_PHONE_PORT: port('ENDCAP_SANDBOX_PHONE_PORT', 3004),
    ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT: port('ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT', 3005),
  };
  const at = (number: number): string => `http://localhost:${number}`;
  const defaults: Record<string, string> = {
    ENDCAP_ADMIN_URL: at(ports.ENDCAP_ADMIN_PORT),
    ENDCAP_APP_URL: at(ports.ENDCAP_APP_PORT),
    ENDCAP_OIDC_ISSUER: at(ports.ENDCAP_SANDBOX_IDENTITY_PORT),
    ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
    ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
    ENDCAP_PUSH_ENDPOINT: `https://localhost:${ports.ENDCAP_SANDBOX_GATEWAY_PORT}`,
    ENDCAP_PUSH_CREDENTIALS_FILE: `${folder}/sandbox/push-service-account.json`,
    ENDCAP_PUSH_CA_FILE: `${folder}/sandbox/push-gateway.crt`,
    ENDCAP_SANDBOX_PHONE_URL: at(ports.ENDCAP_SANDBOX_PHONE_PORT),
    ENDCAP_SANDBOX_FOLDER: `${folder}/sandbox`,
    ENDCAP_TESTER_CODE: SANDBOX_TESTER_CODE,
    ENDCAP_FILES_DIR: `${folder}/files`,
    ENDCAP_APP_REGISTRATION_LIMIT: '1000',
    // A process that is started again is ready a third sooner.
    NODE_COMPILE_CACHE: `${folder}/compile-cache`,
    // Nothing stands before them.
    ENDCAP_DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
    ...Object.fromEntries(Object.entries(ports).map(([name, number]) => [name, String(number)])),
  };
  const environment: Record<string, string> = {
    ...PROCESS_ENVIRONMENT,
    ...(settings['NODE_ENV'] !== 'production' && defaults),
    ...settings,
  };
  // Production has no defaults that could be overridden.
  const overridden = settings['NODE_ENV'] === 'production' ? [] : Object.keys(defaults).filter((name) => name in settings);
  return {
    folder,
    ports,
    environment,
    overridden,
    devices: Number(env['ENDCAP_SEED_DEVICES'] ?? 12_000),
    databaseUrl: settings['DATABASE_URL'],
  };
};
