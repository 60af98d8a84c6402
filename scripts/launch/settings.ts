import { resolve } from 'node:path';
import { SANDBOX_TESTER_CODE, withSecrets } from '../../apps/server/src/config.ts';
import { PROCESS_ENVIRONMENT } from './process-environment.ts';

/** The database of `npm start` in its embedded cluster. */
export const DATABASE = 'endcap';

/** Where everything runs: the environment wins over the defaults of `npm start`, which production has none of (D-29). */
export const launchSettings = (env: Record<string, string | undefined>) => {
  const { settings } = withSecrets(
    Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
  const port = (name: string, fallback: number): number => Number(env[name] ?? fallback);
  const folder = resolve(env['DATA_DIR'] ?? '.data');
  const ports = {
    ADMIN_PORT: port('ADMIN_PORT', 3000),
    APP_PORT: port('APP_PORT', 3001),
    SANDBOX_IDENTITY_PORT: port('SANDBOX_IDENTITY_PORT', 3002),
    SANDBOX_GATEWAY_PORT: port('SANDBOX_GATEWAY_PORT', 3003),
    SANDBOX_PHONE_PORT: port('SANDBOX_PHONE_PORT', 3004),
    SANDBOX_GATEWAY_CONTROL_PORT: port('SANDBOX_GATEWAY_CONTROL_PORT', 3005),
  };
  const at = (number: number): string => `http://localhost:${number}`;
  const defaults: Record<string, string> = {
    ADMIN_URL: at(ports.ADMIN_PORT),
    APP_URL: at(ports.APP_PORT),
    OIDC_ISSUER: at(ports.SANDBOX_IDENTITY_PORT),
    OIDC_CLIENT_ID: 'endcap-web',
    OIDC_AUDIENCE: 'urn:endcap:api',
    PUSH_ENDPOINT: `https://localhost:${ports.SANDBOX_GATEWAY_PORT}`,
    PUSH_CREDENTIALS_FILE: `${folder}/sandbox/push-service-account.json`,
    PUSH_CA_FILE: `${folder}/sandbox/push-gateway.crt`,
    SANDBOX_PHONE_URL: at(ports.SANDBOX_PHONE_PORT),
    SANDBOX_FOLDER: `${folder}/sandbox`,
    TESTER_CODE: SANDBOX_TESTER_CODE,
    FILES_DIR: `${folder}/files`,
    APP_REGISTRATION_LIMIT: '1000',
    // A process that is started again is ready a third sooner.
    NODE_COMPILE_CACHE: `${folder}/compile-cache`,
    // Nothing stands before them.
    DRAIN_SECONDS: '0',
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
  return { folder, ports, environment, overridden, devices: Number(env['SEED_DEVICES'] ?? 12_000), databaseUrl: settings['DATABASE_URL'] };
};

/** The server refuses settings it does not know, so the sandbox's own stay with the sandbox. */
export const serverEnvironment = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^SANDBOX_(?!PHONE_URL)/.test(name)));
