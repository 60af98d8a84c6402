import { execFileSync } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type Certificate = { key: string; certificate: string };

const DAYS = 90;
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

type Wanted = { folder: string; name: string; names: readonly string[]; days: number };
/** Creates a self-signed certificate for some names. With negative `days` it has expired. */
export const certifyFor = ({ folder, name, names, days }: Wanted): Certificate => {
  const file = (end: string): string => join(folder, `${name}.${end}`);
  const [key, certificate, request, extensions] = [file('key'), file('pem'), file('csr'), file('ext')];
  writeFileSync(extensions, `basicConstraints=critical,CA:TRUE\nsubjectAltName=${names.map((its) => `DNS:${its}`).join(',')}\n`);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  openssl('req', '-new', ...EC, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
  openssl('x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-extfile', extensions, '-out', certificate);
  return { key, certificate };
};

/** Creates a self-signed certificate for some names that is valid for 90 days. */
export const certify = (folder: string, name: string, ...names: string[]): Certificate => certifyFor({ folder, name, names, days: DAYS });

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts an OpenID provider on https with discovery and keys. It signs any claims of a person into the token. */
export const startTlsProvider = async ({ key, certificate }: Certificate) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let issuer = '';
  const documents: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      jwks_uri: `${issuer}keys`,
      userinfo_endpoint: `${issuer}userinfo`,
      authorization_endpoint: `${issuer}authorize`,
      token_endpoint: `${issuer}token`,
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
  };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, ({ url = '' }, response) => {
    const document = documents[url];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `https://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    issuer,
    /** Returns an access token with these claims. */
    token: (audience: string, claims: Record<string, unknown>): string => {
      const now = Math.floor(Date.now() / 1_000);
      const payload = { iss: issuer, aud: audience, sub: 'installer', iat: now, exp: now + 3_600, ...claims };
      const signed = `${part({ alg: 'RS256', kid: 'one', typ: 'at+jwt' })}.${part(payload)}`;
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
    },
    stop: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};
