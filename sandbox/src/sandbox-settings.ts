import { join } from 'node:path';

/** Settings of the sandbox, from the environment that the launcher or a test prepares. */
export const sandboxSettings = (env: Record<string, string | undefined>) => {
  const port = (name: string, fallback: number): number => Number(env[name] ?? fallback);
  const identityPort = port('ENDCAP_SANDBOX_IDENTITY_PORT', 3002);
  const phonePort = env['ENDCAP_SANDBOX_PHONE_PORT'] === 'none' ? null : port('ENDCAP_SANDBOX_PHONE_PORT', 3004);
  const folder = env['ENDCAP_SANDBOX_FOLDER'] ?? '.data/sandbox';
  return {
    folder,
    identityPort,
    gatewayPort: port('ENDCAP_SANDBOX_GATEWAY_PORT', 3003),
    gatewayControlPort: port('ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT', 3005),
    /** Null: the sandbox has no phones. It accepts sends, but no phone confirms delivery. */
    phonePort,
    appUrl: env['ENDCAP_APP_URL'] ?? 'http://localhost:3001',
    testerCode: env['ENDCAP_TESTER_CODE'] ?? '',
    appScheme: env['ENDCAP_APP_SCHEME'] ?? 'endcap://',
    identity: {
      issuer: env['ENDCAP_OIDC_ISSUER'] ?? `http://localhost:${identityPort}`,
      clientId: env['ENDCAP_OIDC_CLIENT_ID'] ?? 'endcap-web',
      audience: env['ENDCAP_OIDC_AUDIENCE'] ?? 'urn:endcap:api',
      productKey: env['ENDCAP_PRODUCT_KEY'] ?? 'endcap',
      keyFile: join(folder, 'identity-provider-key.json'),
      phoneUrl: phonePort === null ? null : `http://localhost:${phonePort}`,
      webOrigins: (env['ENDCAP_ADMIN_URL'] ?? 'http://localhost:3000').split(','),
    },
  };
};
