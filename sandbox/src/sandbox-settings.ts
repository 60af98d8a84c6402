/** Settings of the sandbox, from the environment that the launcher or a test prepares. */
export const sandboxSettings = (env: Record<string, string | undefined>) => {
  const port = (name: string, fallback: number): number => Number(env[name] ?? fallback);
  const identityPort = port('SANDBOX_IDENTITY_PORT', 3002);
  const phonePort = env['SANDBOX_PHONE_PORT'] === 'none' ? null : port('SANDBOX_PHONE_PORT', 3004);
  return {
    folder: env['SANDBOX_FOLDER'] ?? '.data/sandbox',
    identityPort,
    gatewayPort: port('SANDBOX_GATEWAY_PORT', 3003),
    gatewayControlPort: port('SANDBOX_GATEWAY_CONTROL_PORT', 3005),
    /** Null: no phones; sends are accepted, nobody acknowledges. */
    phonePort,
    appUrl: env['APP_URL'] ?? 'http://localhost:3001',
    testerCode: env['TESTER_CODE'] ?? '',
    appScheme: env['APP_SCHEME'] ?? 'endcap://',
    identity: {
      issuer: env['OIDC_ISSUER'] ?? `http://localhost:${identityPort}`,
      clientId: env['OIDC_CLIENT_ID'] ?? 'endcap-web',
      audience: env['OIDC_AUDIENCE'] ?? 'urn:endcap:api',
      productKey: env['PRODUCT_KEY'] ?? 'endcap',
      phoneUrl: phonePort === null ? null : `http://localhost:${phonePort}`,
      webOrigins: (env['ADMIN_URL'] ?? 'http://localhost:3000').split(','),
    },
  };
};
