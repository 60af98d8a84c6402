import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { accessTokens, CredentialsRefused } from './access-token.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const account = {
  project_id: 'p',
  client_email: 'endcap@p.example',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  token_uri: 'https://tokens.example/token',
};
const answering = (status: number, body: string) =>
  accessTokens(
    () => account,
    async () => ({ status, body }),
    () => new Date('2026-11-21T12:00:00Z'),
  );

test.each([
  [400, '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}'],
  [401, '{"error":"unauthorized_client"}'],
  [403, '{"error":{"code":403,"status":"PERMISSION_DENIED"}}'],
])('the token endpoint refuses the key: %s %s', { tags: ['F28', 'E-76'] }, async (status, body) => {
  const tokens = answering(status, body);
  await expect(tokens.get()).rejects.toThrow(CredentialsRefused);
  expect(await tokens.isRefused()).toBe(true);
});
test.each([
  [400, '<html>Bad request</html>'],
  [401, ''],
  [403, '<html>Blocked</html>'],
  [403, '{"message":"Forbidden"}'],
  [403, '{"timestamp":"2026-11-21T12:00:00Z","error":"Forbidden"}'],
  [404, '{"error":"not_found"}'],
])('a proxy that answers instead of the token endpoint blames no key: %s %s', { tags: ['F28', 'F33', 'E-76'] }, async (status, body) => {
  const tokens = answering(status, body);
  await expect(tokens.get()).rejects.not.toThrow(CredentialsRefused);
  await expect(tokens.isRefused()).rejects.toThrow(`The token endpoint answered ${status}`);
});
