import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const minimum = { DATABASE_URL: 'postgres://u:secret@h/db', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'c', OIDC_AUDIENCE: 'a' };

test('D08: defaults are safe and complete', () =>
  expect(readConfig(minimum)).toMatchObject({ HOST: '127.0.0.1', APP_SCHEME: 'endcap://', PRODUCT_KEY: 'endcap' }));
test('F71: missing, empty, misspelt and unknown keys are named, values never', () => {
  expect(() => readConfig({ ...minimum, DATABASE_URL: '' })).toThrow('DATABASE_URL (missing)');
  expect(() => readConfig({ ...minimum, ADMIN_PORT: 'abc' })).toThrow('ADMIN_PORT (invalid)');
  expect(() => readConfig({ ...minimum, PUSH_CREDENTAILS_FILE: '/x' })).toThrow('PUSH_CREDENTAILS_FILE (unknown)');
  expect(() => readConfig({ ...minimum, DATABASE_URL: 'no url: hunter2' })).toThrow(/^(?!.*hunter2)/);
});
test('production refuses plain http sign-in, and symmetric algorithms are refused everywhere', () => {
  expect(() => readConfig({ ...minimum, NODE_ENV: 'production', OIDC_ISSUER: 'http://localhost:3002' })).toThrow('OIDC_ISSUER');
  expect(() => readConfig({ ...minimum, OIDC_ALGORITHMS: 'HS256' })).toThrow('OIDC_ALGORITHMS');
  expect(() => readConfig({ ...minimum, OIDC_ALGORITHMS: 'none' })).toThrow('OIDC_ALGORITHMS');
});
