import { expect, test, vi } from 'vitest';
import { startIdentityProvider } from './identity-provider.ts';

test('the sandbox provider, where anybody can be anybody, refuses to start in production', { tags: ['A-13'] }, async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const options = {
    port: 0,
    issuer: 'http://localhost:1',
    clientId: 'c',
    audience: 'urn:a',
    productKey: 'endcap',
    webOrigins: [],
    phoneUrl: null,
  };
  await expect(startIdentityProvider(options)).rejects.toThrow('does not start in production');
  vi.unstubAllEnvs();
});
